// Sections that contain every word: those that have the text as it was typed, then those with the words in their heading, then
// help and guides before references and symbols.
const field = document.getElementById("search");
const results = document.getElementById("results");

function find(text) {
    const words = text.toLowerCase().split(/\s+/).filter((word) => word);
    if (!words.length) return [];
    return sections
        .map((section) => ({ section, title: section.title.toLowerCase(), all: `${section.title} ${section.text}`.toLowerCase() }))
        .filter(({ all }) => words.every((word) => all.includes(word)))
        .map((entry) => ({ ...entry, order: order(entry, words) }))
        .sort((a, b) => a.order - b.order)
        .map(({ section }) => section);
}

function order({ section, title, all }, words) {
    const missing = words.filter((word) => !title.includes(word)).length / words.length;
    return (title === words.join(" ") ? 0 : 8) + (all.includes(words.join(" ")) ? 0 : 4) + section.rank + 2 * missing;
}

function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
    return (at ? "… " : "") + text.slice(at, at + 160) + (text.length > at + 160 ? " …" : "");
}

function show() {
    const found = find(field.value);
    results.replaceChildren();
    if (!field.value.trim()) return;
    const count = document.createElement("p");
    count.textContent = found.length === 1 ? "1 section" : `${found.length} sections`;
    const list = document.createElement("ol");
    for (const section of found.slice(0, 12)) {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = document.documentElement.dataset.root + section.link;
        link.textContent = `${section.page}: ${section.title}`;
        const text = document.createElement("p");
        text.textContent = excerpt(section.text, field.value.trim().toLowerCase().split(/\s+/)[0]);
        item.append(link, text);
        list.append(item);
    }
    results.append(count, list);
}

field.addEventListener("input", show);

// On a phone these lists would fill the screen.
if (matchMedia("(max-width: 60rem)").matches) {
    for (const list of document.querySelectorAll(".pages details, .contents details")) list.open = false;
}
