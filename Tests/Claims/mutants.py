"""Breaks the library in one place after another, and has the claims' own tests find it."""

import re
import time

import scratch
from rows import Gap


def pattern(test):
    suite, name = test.split("/", 1)
    return rf"\.{re.escape(suite)}/`?{re.escape(name)}`?\("


def filters(tests):
    return [argument for test in sorted(tests) for argument in ("--filter", pattern(test))]


class Mutant:
    """One mutation at work in the scratch copy, which is put back in the end."""

    def __init__(self, mutation):
        self.mutation = mutation
        self.path = scratch.PACKAGE / mutation.file

    def __enter__(self):
        self.text = self.path.read_text()
        self.path.write_text(self.mutation.applied(self.text))
        return self

    def __exit__(self, *_):
        self.path.write_text(self.text)

    def killers(self, claims):
        """Of each claim, the tests of it that fail; or the gap."""
        if errors := scratch.build():
            return {claim.id: Gap(f"does not compile: {errors[0]}") for claim in claims}
        found, output = scratch.results(filters({test for claim in claims for test in claim.tests}))
        if found is None and len(claims) > 1:
            # One that crashes takes the others' results along.
            return {claim.id: self.killed(claim, *scratch.results(filters(claim.tests))) for claim in claims}
        return {claim.id: self.killed(claim, found, output) for claim in claims}

    def killed(self, claim, found, output):
        if found is None:
            # Only the end of a process that ran the claim's tests counts, not one that never began.
            began = "Test run started" in output or output == "it never ends"
            return ["the run, which crashes or hangs"] if began else Gap(f"the tests did not run: {output[-300:]}")
        missing = [test for test in claim.tests if test not in found.passed]
        if missing:
            return Gap(f"did not run: {missing[0]}")
        failed = [test for test in claim.tests if not found.passed[test]]
        return failed or Gap("the tests still pass")


def judge(mutations, claims, say):
    """(mutation, claim) → the tests that kill it, or the gap."""
    verdicts = {}
    for number, mutation in enumerate(mutations, 1):
        began = time.monotonic()
        concerned = [claim for claim in claims if mutation.id in claim.mutations]
        with Mutant(mutation) as mutant:
            for claim, verdict in mutant.killers(concerned).items():
                verdicts[mutation.id, claim] = verdict
        survived = [claim.id for claim in concerned if isinstance(verdicts[mutation.id, claim.id], Gap)]
        word = f"SURVIVES in {', '.join(survived)}" if survived else "killed"
        say(f"mutation {number} of {len(mutations)}: {mutation.id}, {word}, {time.monotonic() - began:.0f} s")
    return verdicts
