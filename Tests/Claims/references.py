"""Which tests use which public symbols, by themselves or through what the tests share."""

import indexstore

# Swift Testing's macros write code of their own beside each test, which uses nothing.
MADE_UP = "fMp_"


class References:
    """The tests' own part of the index: a graph from each declaration to what it refers to."""

    def __init__(self, store, modules):
        self.uses, self.names, self.parents = {}, {}, {}
        self.witnesses = {}
        for module, record in store.records():
            for roles, usr, name, related in store.references(record):
                for role, other in related:
                    if role & indexstore.OVERRIDE:
                        self.witnesses.setdefault(usr, set()).add(other)
                if any(module == name for name in modules):
                    self.take(roles, usr, name, related)

    def take(self, roles, usr, name, related):
        self.names[usr] = name
        for role, other in related:
            if role & indexstore.CONTAINED and roles & indexstore.REFERENCE:
                self.uses.setdefault(other, set()).add(usr)
            elif role & indexstore.CHILD and not roles & indexstore.REFERENCE:
                self.parents[usr] = other
            # What a computed property's accessor uses, the property does.
            if role & indexstore.ACCESSOR:
                self.uses.setdefault(other, set()).add(usr)

    def test(self, usr):
        """`Suite/test`, as the results name it."""
        name = self.names[usr].split("(")[0] if "`" not in self.names[usr] else self.names[usr].split("`")[1]
        suites = []
        while (usr := self.parents.get(usr)) is not None:
            suites.insert(0, self.names.get(usr, "?"))
        return "/".join([".".join(suites), name])

    def by_symbol(self, tests):
        """Of each symbol, the tests that use it: those that spell it out first."""
        found = {}
        starts = {usr: test for usr in self.uses if MADE_UP not in usr and (test := self.test(usr)) in tests}
        for start, test in starts.items():
            for distance, usrs in enumerate(self.layers(start)):
                for usr in usrs:
                    # What satisfies a protocol's requirement stands for it too.
                    for usr in (usr, *self.witnesses.get(usr, ())):
                        found.setdefault(usr, {}).setdefault(test, distance)
        return {usr: sorted(tests, key=lambda test: (tests[test], test)) for usr, tests in found.items()}

    def layers(self, start):
        """What a declaration uses, then what that uses, and so on within the tests."""
        seen, layer = {start}, {start}
        while layer:
            layer = {usr for user in layer for usr in self.uses.get(user, ())} - seen
            seen |= layer
            yield layer
