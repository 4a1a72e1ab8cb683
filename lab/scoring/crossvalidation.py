"""Whether the thresholds fit other people than those they were looked at with.

Five folds of people. For each, the value of each threshold is chosen that scores best on the other four, and the fold is
scored with it. The pooled score of the folds is compared with that of the shipped values on all.
"""

from collections.abc import Callable

from scorer import Result
from testing.checks import Table

FOLDS = 5
# Around the shipped value of each threshold that recordings had a part in.
CANDIDATES: dict[str, list[float]] = {
    "touchpad.slop": [8, 12],
    "touchpad.earlySlop": [13, 20],
    "touchpad.thumbZone": [30, 60],
    "touchpad.revisionTime": [0.1, 0.2],
    "touchpad.drumRollDelay": [0.09, 0.15],
}
# In points of a hundred.
MOST = 2


def report(goals: Table, shipped: list[Result], scored: Callable[[str], list[Result]]) -> None:
    """`scored` returns the results with one threshold set."""
    people = sorted({result.person for result in shipped})
    fold = {person: index % FOLDS for index, person in enumerate(people)}

    def exact(run: list[Result], index: int, inside: bool) -> int:
        """Those of the fold, or of the others."""
        return sum(r.ok for r in run if (fold[r.person] == index) == inside)

    runs = [("as shipped", shipped)]
    for name, values in CANDIDATES.items():
        runs += [(f"{name}={value}", scored(f"{name}={value}")) for value in values]
    print(f"\ncross-validation by person: {len(people)} people in {FOLDS} folds, {len(runs)} settings")
    pooled = 0
    for index in range(FOLDS):
        # Of equals the first, which is as shipped.
        best = max(runs, key=lambda run: exact(run[1], index, False))
        size = sum(fold[r.person] == index for r in shipped)
        pooled += exact(best[1], index, True)
        print(f"  fold {index + 1}: {best[0]:28} {exact(best[1], index, True)}/{size} exactly, as shipped "
              f"{exact(shipped, index, True)}/{size}")
    every = sum(r.ok for r in shipped)
    size = len(shipped)
    goals.add("cross-validation, pooled test folds", f"{pooled / size:.1%} of {every / size:.1%} on all",
              f"within {MOST} points", abs(pooled - every) / size * 100 <= MOST)
