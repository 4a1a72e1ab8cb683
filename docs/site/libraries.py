"""The pages of the Swift libraries, from the data of DocC's archive: DocC's own pages need a server and a script.

Modules, articles and types have pages. What has no page of its own, such as a property, is on the page of its type.
"""

import html
import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any


class Symbol:
    """A symbol or an article, as DocC describes it."""

    def __init__(self, url: str, data: Any) -> None:
        self.url, self.data = url, data
        self.title = data["metadata"]["title"]
        self.kind = data["metadata"].get("roleHeading", "")
        # The one on whose page this one is.
        self.owner = self

    @property
    def has_page(self) -> bool:
        return self.data["kind"] == "article" or self.url.count("/") == 2 or bool(self.data.get("topicSections"))

    @property
    def file(self) -> str:
        return re.sub(r"[^\w.-]", "-", self.url.removeprefix("/documentation/").replace("/", ".")) + ".html"

    @property
    def listed(self) -> Iterator[str]:
        """The symbols below this one."""
        for section in self.data.get("topicSections", []):
            for identifier in section["identifiers"]:
                yield self.data["references"].get(identifier, {}).get("url", "").lower()

    @property
    def anchor(self) -> str:
        name = self.url.rpartition("/")[2]
        # An operator has no letters.
        plain = re.sub(r"[^\w-]+", "-", name) if re.search("[a-z]", name) else "".join(f"{ord(letter):x}" for letter in name)
        return plain.strip("-")

    def sections(self, kind: str) -> list[Any]:
        return [section for section in self.data.get("primaryContentSections", []) if section["kind"] == kind]


class Libraries:
    """`archive` is the merged archive of `make docs`."""

    def __init__(self, archive: str) -> None:
        self.symbols: dict[str, Symbol] = {}
        folder = pathlib.Path(archive, "data")
        for path in sorted(folder.glob("documentation/**/*.json")):
            url = "/" + str(path.relative_to(folder).with_suffix(""))
            self.symbols[url] = Symbol(url, json.loads(path.read_text()))
        for page in list(self.symbols.values()):
            for url in page.listed if page.has_page else []:
                if url in self.symbols and not self.symbols[url].has_page:
                    self.symbols[url].owner = page

    @property
    def modules(self) -> list[Symbol]:
        return [symbol for url, symbol in self.symbols.items() if url.count("/") == 2]

    @property
    def pages(self) -> list[Symbol]:
        """Those with a page of their own."""
        return [symbol for symbol in self.symbols.values() if symbol.owner is symbol]

    def link(self, url: str) -> str | None:
        """From another page of a library; None if DocC has no such symbol."""
        symbol = self.symbols.get(url.lower().partition("#")[0])
        if not symbol:
            return None
        fragment = url.partition("#")[2] or ("" if symbol.owner is symbol else symbol.anchor)
        return symbol.owner.file + (f"#{fragment}" if fragment else "")

    def body(self, symbol: Symbol) -> str:
        return Page(self, symbol).body()

    def abstract(self, symbol: Symbol) -> str:
        return Page(self, symbol).inline(symbol, symbol.data.get("abstract", []))


class Page:
    """One page: the symbol and those below it that have no page."""

    def __init__(self, libraries: Libraries, symbol: Symbol) -> None:
        self.libraries, self.symbol = libraries, symbol
        self.shown: set[str] = set()

    def body(self) -> str:
        symbol = self.symbol
        kind = f'<p class="kind">{html.escape(symbol.kind)}</p>' if symbol.kind else ""
        parts = [self.path(), f"<h1>{words(symbol.title)}</h1>", kind, self.description(symbol, 2)]
        for section in symbol.data.get("topicSections", []):
            parts.append(f'<h2 id="{anchor(section["title"])}">{html.escape(section["title"])}</h2>')
            parts += [self.entry(symbol, identifier) for identifier in section["identifiers"]]
        for section in symbol.data.get("relationshipsSections", []):
            names = ", ".join(self.reference(symbol, identifier) for identifier in section["identifiers"])
            parts.append(f'<h2 id="{anchor(section["title"])}">{html.escape(section["title"])}</h2><p>{names}</p>')
        return "\n".join(parts)

    def path(self) -> str:
        """The pages above this one."""
        pieces = self.symbol.url.split("/")
        above = [self.libraries.symbols.get("/".join(pieces[:count])) for count in range(3, len(pieces))]
        links = "".join(f'<li><a href="{page.file}">{words(page.title)}</a></li>' for page in above if page and page.has_page)
        return f'<nav class="path" aria-label="Above"><ul><li><a href="index.html">Swift libraries</a></li>{links}</ul></nav>'

    def description(self, symbol: Symbol, level: int) -> str:
        """Declaration, abstract, parameters and text, with headings from this level on."""
        parts = []
        for section in symbol.sections("declarations"):
            for declaration in section["declarations"]:
                tokens = "".join(self.token(symbol, token) for token in declaration["tokens"])
                parts.append(f"<pre><code>{tokens}</code></pre>")
        if abstract := symbol.data.get("abstract"):
            parts.append(f"<p>{self.inline(symbol, abstract)}</p>")
        for section in symbol.sections("parameters"):
            rows = [f"<dt><code>{html.escape(parameter['name'])}</code></dt>"
                    f"<dd>{self.blocks(symbol, parameter['content'], level)}</dd>" for parameter in section["parameters"]]
            parts.append(f"<dl>{''.join(rows)}</dl>")
        for section in symbol.sections("content"):
            parts.append(self.blocks(symbol, section["content"], level))
        return "\n".join(parts)

    def entry(self, symbol: Symbol, identifier: str) -> str:
        """A symbol with a page as a link, another one in full."""
        reference = symbol.data["references"].get(identifier, {})
        target = self.libraries.symbols.get(reference.get("url", "").lower())
        if not target or target.owner is not self.symbol:
            abstract = self.inline(symbol, reference.get("abstract", []))
            return f"<p>{self.reference(symbol, identifier)}{f'<br>{abstract}' if abstract else ''}</p>"
        if target.url in self.shown:
            return ""
        self.shown.add(target.url)
        heading = f'<h3 id="{target.anchor}">{words(target.title)}</h3>'
        return f'<section class="member">{heading}{self.description(target, 4)}</section>'

    # MARK: - Text

    def reference(self, symbol: Symbol, identifier: str) -> str:
        reference = symbol.data["references"].get(identifier, {})
        title = words(reference.get("title", identifier.rpartition("/")[2]))
        if reference.get("kind") == "symbol":
            title = f"<code>{title}</code>"
        link = self.libraries.link(reference.get("url", ""))
        return f'<a href="{html.escape(link)}">{title}</a>' if link else title

    def token(self, symbol: Symbol, token: Any) -> str:
        text = html.escape(str(token["text"]))
        link = self.libraries.link(symbol.data["references"].get(token.get("identifier"), {}).get("url", ""))
        return f'<a href="{html.escape(link)}">{text}</a>' if link else text

    def inline(self, symbol: Symbol, contents: list[Any]) -> str:
        return "".join(self.piece(symbol, content) for content in contents)

    def piece(self, symbol: Symbol, content: Any) -> str:
        kind = content["type"]
        if kind == "text":
            return html.escape(str(content["text"]))
        if kind == "codeVoice":
            return f"<code>{html.escape(content['code'])}</code>"
        if kind == "reference":
            return self.reference(symbol, content["identifier"])
        if kind == "link":
            return f'<a href="{html.escape(content["destination"])}">{html.escape(content["title"])}</a>'
        tag = {"strong": "strong", "emphasis": "em"}[kind]
        return f"<{tag}>{self.inline(symbol, content['inlineContent'])}</{tag}>"

    def blocks(self, symbol: Symbol, contents: list[Any], level: int) -> str:
        return "\n".join(self.block(symbol, content, level) for content in contents)

    def block(self, symbol: Symbol, content: Any, level: int) -> str:
        kind = content["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(symbol, content['inlineContent'])}</p>"
        if kind == "heading":
            depth = min(6, content["level"] - 2 + level)
            mark = f' id="{html.escape(content["anchor"])}"' if level == 2 else ""
            return f"<h{depth}{mark}>{html.escape(content['text'])}</h{depth}>"
        if kind == "codeListing":
            return f"<pre><code>{html.escape(chr(10).join(content['code']))}</code></pre>"
        if kind == "aside":
            name = f"<p><strong>{html.escape(content['name'])}</strong></p>"
            return f"<blockquote>{name}{self.blocks(symbol, content['content'], level)}</blockquote>"
        if kind == "table":
            return self.table(symbol, content, level)
        tag = {"unorderedList": "ul", "orderedList": "ol"}[kind]
        items = "".join(f"<li>{self.blocks(symbol, item['content'], level)}</li>" for item in content["items"])
        return f"<{tag}>{items}</{tag}>"

    def table(self, symbol: Symbol, content: Any, level: int) -> str:
        rows = [[self.blocks(symbol, cell, level) for cell in row] for row in content["rows"]]
        head = "".join(f"<th>{cell}</th>" for cell in rows[0])
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[1:])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def anchor(title: str) -> str:
    return "topic-" + re.sub(r"[^\w-]+", "-", title)


def words(title: str) -> str:
    """A long name may break after a colon, a parenthesis or a dot."""
    return re.sub(r"([:(.])(?=.)", r"\1<wbr>", html.escape(title))
