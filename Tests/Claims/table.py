"""Everything the library is said to do, with the tests that prove it: see run."""

import argparse
import fnmatch
import sys
import time
from pathlib import Path

import mutants
import rows
import scratch
import symbols
from executed import Executed
from indexstore import Store
from references import References
from rows import Gap


def say(text):
    print(text, file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only read the rows; build nothing")
    parser.add_argument("--only", default="", metavar="WORD", help="claims and mutations whose id contains it")
    parser.add_argument("--no-mutations", action="store_true", help="break nothing")
    return parser.parse_args()


class Table:
    """The rows as they are printed, and the gaps in them."""

    def __init__(self):
        self.gaps = []

    def head(self, title):
        print(f"\n{title}\n")

    def row(self, id, says, result, *lines):
        print(f"{'ok ' if result is True else 'GAP'}  {id}: {says}")
        for line in lines:
            print(f"       {line}")
        if result is not True:
            print(f"       ⇒ {result}")
            self.gaps.append(f"{id}: {result}")


def outcome(tests, passed):
    """True, or what is wrong with the proof."""
    if not tests:
        return "no test"
    for test in tests:
        if test not in passed:
            return f"did not run: {test}"
        if not passed[test]:
            return f"fails: {test}"
    return True


def add_api(table, settings, build, passed, coverage):
    """A row a public symbol: used by a test that passes, and executed where it is code."""
    toolchain = Path(scratch.call("-print-target-info").stdout.split('"runtimeResourcePath": "')[1].split('"')[0])
    references = References(Store(toolchain.parent.parent, build), settings["tests"])
    tests, executed = references.by_symbol(set(passed)), Executed(coverage)
    public = [symbol for module in settings["modules"] for symbol in symbols.public(module, build)]
    exceptions = {exception["symbol"]: exception for exception in settings.get("exception", [])}
    used = set()
    table.head("Public symbols")
    for symbol in public:
        proof, note, traps = tests.get(symbol.usr, []), "", False
        for pattern, exception in exceptions.items():
            if fnmatch.fnmatchcase(symbol.name, pattern):
                used.add(pattern)
                proof, note, traps = exception["tests"], f" ({exception['because']})", exception.get("traps", False)
        count = executed.count(symbol)
        result = outcome(proof, passed)
        if result is True and count == 0 and not traps:
            result = "no test executes it"
        more = f" and {len(proof) - 2} more" if len(proof) > 2 else ""
        run = "" if count is None else f"; ran {count} times"
        table.row(f"{symbol.name}", symbol.kind, result, "; ".join(proof[:2]) + more + run + note)
    for pattern in exceptions.keys() - used:
        table.gaps.append(f"api.toml: no symbol is called {pattern}")
    return len(public)


def add_claims(table, claims, passed, verdicts):
    document = None
    for claim in claims:
        if claim.document != document:
            document = claim.document
            table.head(rows.read(f"{document}.toml")["title"])
        result, lines = outcome(claim.tests, passed), [f"test      {test}" for test in claim.tests]
        lines += [f"elsewhere {test}: not run here, but by make test" for test in claim.elsewhere]
        for id in claim.mutations:
            verdict = verdicts.get((id, claim.id))
            if isinstance(verdict, list):
                lines.append(f"mutation  {id}, killed by {len(verdict)} of {len(claim.tests)}: {verdict[0]}")
            elif verdict is not None:
                lines.append(f"mutation  {id}, SURVIVES")
                result = f"{id}: {verdict}" if result is True else result
        if claim.unmutated:
            lines.append(f"unmutated: {claim.unmutated}")
        table.row(claim.id, claim.says, result, *lines)


def checked(settings):
    claims, (mutations, order) = rows.claims(), rows.mutations()
    tests, elsewhere = rows.test_names(settings["tests"]), rows.test_names(settings["elsewhere"])
    wrong = list(rows.gaps(claims, mutations, order, tests, elsewhere))
    if wrong:
        raise Gap("\n".join(wrong))
    return claims, mutations


def main():
    began, options, settings = time.monotonic(), arguments(), rows.read("api.toml")
    claims, mutations = checked(settings)
    if options.check:
        return print(f"{len(claims)} claims and {len(mutations)} mutations are whole")
    say("building a copy of the package and running its tests")
    scratch.make(settings["tests"])
    if errors := scratch.build():
        raise Gap("\n".join(errors))
    found, coverage = scratch.all_tests()
    table, build = Table(), scratch.build_folder()
    public = 0 if options.only else add_api(table, settings, build, found.passed, coverage)
    claims = [claim for claim in claims if any(options.only in id for id in (claim.id, *claim.mutations))]
    named = {id for claim in claims for id in claim.mutations}
    chosen = [] if options.no_mutations else [mutation for id, mutation in mutations.items() if id in named]
    # One after the other in a file, two modules are never to be built for one mutation, but at the seams.
    chosen.sort(key=lambda mutation: mutation.file)
    verdicts = mutants.judge(chosen, claims, say)
    add_claims(table, claims, found.passed, verdicts)
    print(f"\n{public} public symbols, {len(claims)} claims, {len(chosen)} mutations, {len(found.passed)} tests, "
          f"{time.monotonic() - began:.0f} s: {len(table.gaps)} gaps")
    for gap in table.gaps:
        print(f"GAP  {gap}")
    sys.exit(1 if table.gaps else 0)


try:
    main()
except Gap as gap:
    sys.exit(f"claims: {gap}")
