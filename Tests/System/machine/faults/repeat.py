"""Repeats a fault and collects its errors."""

import shell
from report import check, row
from resources import Resources
from subscriber import grammar_errors


def repeat(fault, times, once, note=lambda: ""):
    """`once(number)` returns a list of errors; `note()` adds text to the table's row."""
    resources, errors = Resources(), grammar_errors()
    for number in range(times):
        errors += [f"{number}: {error}" for error in once(number)]
        # The first tenth fills buffers that later repetitions reuse.
        if number == (times - 1) // 10:
            resources.begin_memory()
    errors += resources.leaks() + grammar_errors()
    shown = "; ".join(error[:300] for error in errors[:5])
    passed = check(f"{fault}, {times} times: no error, and nothing leaked", not errors, shown)
    if not passed:
        print(shell.output("journalctl", "--unit=gestured.service", "--lines=12", "--no-pager"), flush=True)
    row(fault, times, " ".join(filter(None, ["passed" if passed else f"{len(errors)} errors", note()])))


def unequal(what, actual, expected):
    """A list with the error, empty if both are equal."""
    return [] if actual == expected else [f"{what}: {actual!r}, not {expected!r}"]
