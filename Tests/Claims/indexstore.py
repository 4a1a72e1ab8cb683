"""Who refers to what, from the index that the compiler writes beside each build; read through its own library."""

import ctypes as C
from pathlib import Path

from rows import Gap

CONTAINED, CHILD, OVERRIDE, ACCESSOR = 1 << 16, 1 << 9, 1 << 11, 1 << 15
REFERENCE = 1 << 2
RECORD = 2


class Text(C.Structure):
    _fields_ = [("data", C.c_void_p), ("length", C.c_size_t)]

    def __str__(self):
        return C.string_at(self.data, self.length).decode() if self.length else ""


def function(library, name, result, *arguments):
    f = library["indexstore_" + name]
    f.restype, f.argtypes = result, arguments
    return f


class Store:
    """The relations of every source file in a build: occurrences of a symbol, and what each is contained in."""

    def __init__(self, toolchain, build):
        path = next(Path(toolchain).glob("lib/libIndexStore.so*"), None)
        if path is None:
            raise Gap(f"the toolchain {toolchain} has no libIndexStore.so")
        library, pointer = C.CDLL(str(path)), C.c_void_p
        self.text_visit = C.CFUNCTYPE(C.c_bool, pointer, Text)
        self.visit = C.CFUNCTYPE(C.c_bool, pointer, pointer)
        self.call = lambda name, result, *arguments: function(library, name, result, *arguments)
        create = self.call("store_create", pointer, C.c_char_p, C.POINTER(pointer))
        self.store = create(str(build / "index/store").encode(), None)
        if not self.store:
            raise Gap(f"{build} has no index")
        self.units = self.call("store_units_apply_f", C.c_bool, pointer, C.c_uint, pointer, self.text_visit)
        self.open_unit = self.call("unit_reader_create", pointer, pointer, C.c_char_p, C.POINTER(pointer))
        self.main_file = self.call("unit_reader_get_main_file", Text, pointer)
        self.unit_module = self.call("unit_reader_get_module_name", Text, pointer)
        self.dependencies = self.call("unit_reader_dependencies_apply_f", C.c_bool, pointer, pointer, self.visit)
        self.dependency_kind = self.call("unit_dependency_get_kind", C.c_int, pointer)
        self.dependency_name = self.call("unit_dependency_get_name", Text, pointer)
        self.open_record = self.call("record_reader_create", pointer, pointer, C.c_char_p, C.POINTER(pointer))
        self.close_record = self.call("record_reader_dispose", None, pointer)
        self.occurrences = self.call("record_reader_occurrences_apply_f", C.c_bool, pointer, pointer, self.visit)
        self.symbol = self.call("occurrence_get_symbol", pointer, pointer)
        self.roles = self.call("occurrence_get_roles", C.c_uint64, pointer)
        self.relations = self.call("occurrence_relations_apply_f", C.c_bool, pointer, pointer, self.visit)
        self.relation_roles = self.call("symbol_relation_get_roles", C.c_uint64, pointer)
        self.relation_symbol = self.call("symbol_relation_get_symbol", pointer, pointer)
        self.usr = self.call("symbol_get_usr", Text, pointer)
        self.name = self.call("symbol_get_name", Text, pointer)

    def records(self):
        """(module, record) of every source file that is still there."""
        names, found = [], {}
        self.units(self.store, 1, None, self.text_visit(lambda _, name: names.append(str(name)) or True))
        for name in names:
            unit = self.open_unit(self.store, name.encode(), None)
            if not unit or not Path(str(self.main_file(unit))).is_file():
                continue
            module = str(self.unit_module(unit))

            def add(_, dependency):
                if self.dependency_kind(dependency) == RECORD:
                    found[str(self.dependency_name(dependency))] = module
                return True

            self.dependencies(unit, None, self.visit(add))
        return [(module, record) for record, module in found.items()]

    def references(self, record):
        """(roles, usr, name, [(roles, usr) of what it stands in relation to]) of each occurrence."""
        reader = self.open_record(self.store, record.encode(), None)
        if not reader:
            return []
        found = []

        def occurrence(_, occurrence):
            related = []

            def relation(_, relation):
                related.append((self.relation_roles(relation), str(self.usr(self.relation_symbol(relation)))))
                return True

            self.relations(occurrence, None, self.visit(relation))
            symbol = self.symbol(occurrence)
            found.append((self.roles(occurrence), str(self.usr(symbol)), str(self.name(symbol)), related))
            return True

        self.occurrences(reader, None, self.visit(occurrence))
        self.close_record(reader)
        return found
