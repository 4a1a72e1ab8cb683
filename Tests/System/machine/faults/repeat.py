"""Repeats a fault and collects its errors."""

from collections.abc import Callable

import service
from resources import Resources
from subscriber import grammar_errors
from testing.checks import check, show_columns

rows: list[tuple[str, str, str]] = []


def row(fault: str, times: int, outcome: str) -> None:
    """A row of the table, which `show_table` prints."""
    rows.append((fault, str(times), outcome))


def show_table() -> None:
    show_columns(rows)


def repeat(fault: str, times: int, once: Callable[[int], list[str]], note: Callable[[], str] = str) -> None:
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
        print(service.journal("--unit=gestured.service", "--lines=12"), flush=True)
    row(fault, times, " ".join(filter(None, ["passed" if passed else f"{len(errors)} errors", note()])))


def unequal(what: str, actual: object, expected: object) -> list[str]:
    """A list with the error, empty if both are equal."""
    return [] if actual == expected else [f"{what}: {actual!r}, not {expected!r}"]


def unless(holds: object, error: str) -> list[str]:
    return [] if holds else [error]
