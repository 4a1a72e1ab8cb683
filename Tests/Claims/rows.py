"""The rows as they are written down: claims, mutations, and what the sources of the tests hold."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SUITE = re.compile(r"^( *)(?:@\w+(?:\(.*?\))?\s+)*(?:final )?(?:struct|class|enum|extension) (\w+)", re.M)
TEST = re.compile(r"^( *)(?:@\w+ )?@Test\b.*?\bfunc\s+(`[^`]+`|\w+)", re.S | re.M)


class Gap(Exception):
    """Something a row says that is not so."""


@dataclass
class Claim:
    id: str
    document: str
    says: str
    tests: list[str]
    mutations: list[str] = field(default_factory=list)
    # Tests that prove it as well, and that `make test` runs, not this.
    elsewhere: list[str] = field(default_factory=list)
    # Why no mutation of the library can break it.
    unmutated: str = ""


@dataclass
class Mutation:
    id: str
    file: str
    old: str
    new: str

    def applied(self, text):
        count = text.count(self.old)
        if count != 1:
            raise Gap(f"mutation {self.id} is stale: its old text is {count} times in {self.file}, not once")
        return text.replace(self.old, self.new)


def read(name):
    try:
        return tomllib.loads((HERE / name).read_text())
    except tomllib.TOMLDecodeError as error:
        raise Gap(f"{name}: {error}") from None


def made(kind, fields, source):
    try:
        return kind(**fields)
    except TypeError as error:
        raise Gap(f"{source}: {fields.get('id', fields)}: {error}") from None


def claims():
    """All claims, in the order of the documents."""
    found = []
    for path in sorted(HERE.glob("[0-9][0-9][0-9].toml")) + sorted(HERE.glob("library*.toml")):
        for fields in read(path.name)["claim"]:
            found.append(made(Claim, {"document": path.stem, **fields}, path.name))
    return found


def mutations():
    found = [made(Mutation, fields, path.name) for path in sorted(HERE.glob("mutations*.toml"))
             for fields in read(path.name)["mutation"]]
    return {mutation.id: mutation for mutation in found}, [mutation.id for mutation in found]


def test_names(targets):
    """`Suite/test` of every test in the sources. A suite is the type that a file's tests are in."""
    names = set()
    for target in targets:
        for path in sorted((ROOT / "Tests" / target).rglob("*.swift")):
            text = path.read_text()
            for test in TEST.finditer(text):
                # A type further to the right is inside another test.
                outer = [suite[2] for suite in SUITE.finditer(text, 0, test.start()) if len(suite[1]) < len(test[1])]
                if outer:
                    names.add(f"{outer[-1]}/{test[2].strip('`')}")
    return names


def gaps(claims, mutations, order, tests, elsewhere):
    """What is wrong with the rows themselves."""
    ids = [claim.id for claim in claims] + order
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        yield f"{id} is there twice"
    for claim in claims:
        if not claim.tests:
            yield f"{claim.id} has no test"
        for test in claim.tests:
            if test not in tests:
                yield f"{claim.id}: there is no test {test}"
        for test in claim.elsewhere:
            if test not in elsewhere:
                yield f"{claim.id}: there is no test {test} elsewhere"
        for id in claim.mutations:
            if id not in mutations:
                yield f"{claim.id}: there is no mutation {id}"
        if bool(claim.mutations) == bool(claim.unmutated):
            yield f"{claim.id} needs mutations, or else to say why it has none (unmutated)"
    named = {id for claim in claims for id in claim.mutations}
    for mutation in mutations.values():
        if mutation.id not in named:
            yield f"mutation {mutation.id} belongs to no claim"
        if not (ROOT / mutation.file).is_file():
            yield f"mutation {mutation.id}: there is no {mutation.file}"
            continue
        try:
            mutation.applied((ROOT / mutation.file).read_text())
        except Gap as gap:
            yield str(gap)
