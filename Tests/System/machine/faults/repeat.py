"""Breaks something again and again, and adds up what was wrong with that."""

import shell
from accounts import Account
from report import check, row
from subscriber import broken


def repeat(fault, times, once, note=lambda: ""):
    """`once(number)` returns a list of what was wrong; `note()` is what the table says besides."""
    account, wrong = Account(), broken()
    for number in range(times):
        wrong += [f"{number}: {complaint}" for complaint in once(number)]
        # Until a tenth is through, what is kept for the next is being filled.
        if number == (times - 1) // 10:
            account.settled()
    wrong += account.complaints() + broken()
    told = "; ".join(complaint[:300] for complaint in wrong[:5])
    held = check(f"{fault}, {times} times: as promised, and nothing kept", not wrong, told)
    if not held:
        print(shell.output("journalctl", "--unit=gestured.service", "--lines=12", "--no-pager"), flush=True)
    row(fault, times, " ".join(filter(None, ["held" if held else f"{len(wrong)} wrong", note()])))


def unequal(what, actual, expected):
    """A complaint, or none."""
    return [] if actual == expected else [f"{what}: {actual!r}, not {expected!r}"]
