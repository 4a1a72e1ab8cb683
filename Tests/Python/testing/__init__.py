"""What the tests and benchmarks share: checks, programs, clients, fake devices, recordings, desktops without a screen."""
