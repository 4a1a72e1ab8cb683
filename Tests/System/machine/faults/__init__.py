"""What may break, one kind a file; each breaks it `times` times."""
