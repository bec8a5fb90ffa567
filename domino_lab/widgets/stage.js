// @ts-check
/**
 * The stage: draws everything round the table from one moment, and tells Python what a reader did.
 *
 * A moment is plain JSON: areas ("head", "top", "rack", "bar", "talk", "more", "foot") that hold lists of nodes, and
 * "table", which says where things lie in the picture. A node is a text or an object whose `is` names a builder of NODES
 * below. Each new moment is built as elements and merged into those on the page, so focus, scroll places and what is
 * being typed stay. What can be pressed carries `data-do` and `data-value`; Python is sent `{do, value}` and answers
 * with the next moment. Nothing is asked while something is dragged or pointed at: the moment has the legal places.
 */

/** @typedef {any} Node_ @typedef {Record<string, any>} Moment
 * @typedef {{ get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(content: object): void,
 *   on(event: string, callback: (...values: any[]) => void): void, widget_manager?: any }} Model */

const REPEAT = 80;          // ms between two messages of a key that is held down
const FLIGHT = 200;         // ms that a tile is on its way
const ADDING = 300;         // ms that the terms of a count take to fly into the total
const TARGET = 24, TOUCHED = 44;        // px that what can be pressed is wide and high at the least, and under a finger
const TALLEST = 900;        // px that a view takes at the most, unless it is for a projector
const LEAST_TABLE = 130;    // px that the table keeps
const LOW_TABLE = 180;      // px that it takes where tiles to choose from have to be seen below it
const LOW_PANE = 400;       // px of a pane that has no room for words below a table
const FADE = 36;            // px over which a list that goes on fades out
const LEAST_PROJECTED = 560;        // px of height for large words; a lower window has the usual ones
const LEAST_MORE = 230;     // px that tabs take on a projector
const LEAST_WORDS = 110;    // px that the words below it keep
const MOST_WORDS = 0.44;    // of the height: what the words below several tables take at the most
const COARSE = "(pointer: coarse)", DARK = "(prefers-color-scheme: dark)", STILL = "(prefers-reduced-motion: reduce)";
const AREAS = ["head", "top", "rack", "talk", "bar", "more", "foot"];
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8], [0, 2, 3, 4, 5, 6, 8],
    [0, 1, 2, 3, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]];
let serial = 0;

// --- elements ------------------------------------------------------------------------------------------------------

/** An element: `h("p.note", {title: "x"}, "text", child)`; attributes that are null or false are left out.
 * @param {string} tag @param {Record<string, any>} [put] @param {...any} inside @returns {HTMLElement} */
const h = (tag, put = {}, ...inside) => {
    const [name, ...classes] = tag.split(".");
    const made = document.createElement(name);
    const css = [...classes.map(one => `dlab-${one}`), ...(put.css ?? "").split(" ").filter(Boolean).map(one => `dlab-${one}`)];
    if (css.length) made.className = css.join(" ");
    for (const [key, value] of Object.entries(put)) {
        if (key === "css" || value === null || value === undefined || value === false) continue;
        made.setAttribute(key, value === true ? "" : key === "data-value" && typeof value !== "string" ? JSON.stringify(value) : String(value));
    }
    made.append(...inside.flat(9).filter(one => one !== null && one !== undefined && one !== false && one !== ""));
    return made;
};

/** @type {Record<string, HTMLElement>} */
const faces = {};

/** A domino as a drawing, its first value on top (or on the left); null is a back. To copy one takes less than to make it. */
const face = (/** @type {number | null} */ a, /** @type {number | null} */ b, lies = false) =>
    /** @type {HTMLElement} */ ((faces[`${a}-${b}-${lies}`] ??= newFace(a, b, lies)).cloneNode(true));

/** @param {number | null} a @param {number | null} b @param {boolean} lies */
const newFace = (a, b, lies) => {
    const half = (/** @type {number} */ value, /** @type {number} */ top) => value > 9
        ? `<text x="16" y="${top + 21}" text-anchor="middle" font-size="17" font-weight="700">${value}</text>`
        : PIPS[value].map(at => {
            const [x, y] = lies ? [2 - Math.floor(at / 3), at % 3] : [at % 3, Math.floor(at / 3)];
            return `<circle cx="${8 + 8 * x}" cy="${top + 8 + 8 * y}" r="2.9"/>`;
        }).join("");
    const coloured = (/** @type {number} */ value, /** @type {number} */ top) => value > 6 ? `<g class="dlab-of${value}">${half(value, top)}</g>` : half(value, top);
    const inside = a === null || b === null
        ? '<rect class="dlab-back" x="1" y="1" width="30" height="62" rx="5"/><path class="dlab-lattice" d="M6 6h20v52H6zM6 19l20 26M26 19L6 45M16 6v52"/>'
        : `<rect class="dlab-bevel" x="1" y="1" width="30" height="62" rx="5"/><rect class="dlab-ivory" x="${lies ? 3 : 1.5}" y="1.5" width="27.5" height="59.500" rx="4.500"/><path class="dlab-centre" d="M6 32h20"/>${coloured(a, 0)}${coloured(b, 32)}`;
    const box = document.createElement("span");
    box.className = `dlab-face${lies ? " dlab-lies" : ""}`;
    const turned = lies ? '<g transform="rotate(-90) translate(-32 0)">' : "<g>";
    box.innerHTML = `<svg viewBox="${lies ? "0 0 64 32" : "0 0 32 64"}" aria-hidden="true">${turned}${inside}</g></svg>`;
    return box;
};

/** The values of a tile's name. @param {string} tile @returns {[number, number]} */
const halves = tile => /** @type {[number, number]} */ (tile.split("-").map(Number));

/** @param {string} tile @param {boolean} [lies] */
const drawn = (tile, lies) => tile ? face(...halves(tile), lies) : face(null, null, lies);

/** Text in which words of the game are linked to their definitions, the first time each, and no tile is broken.
 * @param {string} text @param {Words} words */
const rich = (text, words) => {
    const found = text.split(words.pattern);
    return found.map((piece, place) => {
        if (place % 2 === 0) return piece;
        if (/^\d/.test(piece)) return h("span.whole", {}, piece);
        const term = words.forms[piece.toLowerCase()];
        if (!term || words.met.has(term)) return piece;
        words.met.add(term);
        return h("span.term", { "data-term": term, role: "button", tabindex: 0 }, piece);
    });
};

/** Text of several that are compared: parts that are the same in all of them are dimmed, the others have a ring.
 * @param {string} text @param {[number, number][]} same @param {Words} words */
const parted = (text, same, words) => [...same, [text.length, text.length]].flatMap(([start, end], place) => {
    const own = text.slice(place ? same[place - 1][1] : 0, start), [, before, inside, after] = own.match(/^(\s*)(.*?)(\s*)$/) ?? [];
    return [before, inside && h("span.other", {}, rich(inside, words)), after, end > start && h("span.same", {}, rich(text.slice(start, end), words))];
});

/** Text in which no tile is broken. @param {string} text */
const unbroken = text => text.split(/(\d{1,2}-\d{1,2})/).map((piece, place) => place % 2 ? h("span.whole", {}, piece) : piece);

/** @typedef {{ definitions: Record<string, string>, forms: Record<string, string>, look?: string }} Terms */
/** @typedef {{ pattern: RegExp, forms: Record<string, string>, met: Set<string> }} Words */

/** @param {Record<string, string>} forms @returns {Words} */
const wordsOf = forms => {
    const safe = Object.keys(forms).sort((a, b) => b.length - a.length).map(form => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const terms = safe.length ? `|(?<![\\w-])(?:${safe.join("|")})(?![\\w-])` : "";       // not in a name such as BL-LEAD-1
    return { pattern: new RegExp(`(\\b\\d{1,2}-\\d{1,2}\\b|\\b\\d[\\d.,]* %${terms})`, "i"), forms, met: new Set() };
};

/** The words for something that may be closed: a term in it is not yet met by who reads on outside. @param {Words} words */
const folded = words => ({ ...words, met: new Set(words.met) });

// --- merging -----------------------------------------------------------------------------------------------------

/** Make `old` equal to `fresh` with as little change as possible: what is focused, open or being typed stays.
 * @param {any} old @param {any} fresh */
const merge = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== 1 || fresh.nodeType !== 1 || old.tagName !== fresh.tagName || old.dataset.key !== fresh.dataset.key) {
        old.replaceWith(fresh);
        return;
    }
    for (const { name } of [...old.attributes]) {
        if (!fresh.hasAttribute(name) && !(name === "open" || name === "aria-describedby" || (name === "style" && old.dataset.moving))) old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes]) {
        if (old.getAttribute(name) === value) continue;
        old.setAttribute(name, value);
        if (name === "value") old.value = value;
    }
    if (old.tagName === "svg" || old.classList.contains("dlab-raw")) { old.replaceWith(fresh); return; }
    const written = old.tagName === "TEXTAREA" && old.defaultValue !== fresh.defaultValue ? fresh.value : undefined;
    mergeAll(old, [...fresh.childNodes]);       // its text may move to the old one
    if (written !== undefined) old.value = written;
    if (old.tagName === "SELECT" && old.value !== fresh.value) old.value = fresh.value;
};

/** @param {Element} parent @param {ChildNode[]} fresh */
const mergeAll = (parent, fresh) => {
    const keyOf = (/** @type {any} */ one) => one?.dataset?.key;
    const stay = fresh.map(keyOf);
    for (const one of [...parent.children]) if (keyOf(one) && !stay.includes(keyOf(one))) one.remove();    // a press on what would move is lost
    fresh.forEach((one, place) => {
        const key = keyOf(one), now = parent.childNodes[place];
        const same = key && keyOf(now) !== key && [...parent.childNodes].slice(place).find(other => keyOf(other) === key);
        if (same) parent.insertBefore(same, now);
        if (parent.childNodes[place]) merge(parent.childNodes[place], one);
        else parent.append(one);
    });
    while (parent.childNodes.length > fresh.length) parent.lastChild?.remove();
};

// --- builders ------------------------------------------------------------------------------------------------------

/** Whether a player holds nothing but backs: where there is little room they are counted. @param {Node_} it */
const covered = it => !!it.tiles?.length && !it.tiles.some(Boolean);

/** The coloured sign of a player. @param {string} sign @param {number} hue */
const disc = (sign, hue) => h("span.disc", { "aria-hidden": "true", "data-hue": hue }, sign);

/** @param {Node_} it */
const presses = it => ({ "data-do": it.do, "data-value": it.value ?? null });

/** Each kind of node as an element. Texts are escaped by being text; only `html` takes markup, which Python has escaped.
 * @type {Record<string, (it: Node_, words: Words) => any>} */
const NODES = {
    p: (it, words) => h(it.tag ?? "p", { css: it.css, role: it.role, "data-key": it.key, tabindex: it.tag === "pre" ? 0 : null },
        it.sign && h("b.sign", { "aria-hidden": "true" }, it.sign), it.sign && " ", it.strong && h("b", {}, it.strong, " "), it.same ? parted(it.text, it.same, words) : rich(it.text ?? "", words)),
    html: it => {
        const made = h("div.raw", { css: it.css, "data-key": it.key });
        made.innerHTML = it.html;
        return made;
    },
    button: it => h("button", {
        type: "button", css: `button ${it.css ?? ""}`, ...presses(it), disabled: it.off, title: it.tip, "aria-label": it.name,
        "aria-pressed": it.pressed === undefined ? null : String(it.pressed), "data-key": it.key ?? it.do + JSON.stringify(it.value ?? ""),
        "aria-expanded": it.expanded === undefined ? null : String(it.expanded) }, it.text),
    row: (it, words) => h("div.row", { css: it.css, role: it.label && "group", "aria-label": it.label, "data-key": it.key }, build(it.in, words)),
    box: (it, words) => h("div.box", { css: it.css, role: it.label && "group", "aria-label": it.label, "data-key": it.key }, build(it.in, words)),
    list: (it, words) => h("ul", { css: it.css }, it.in.map((/** @type {Node_} */ one) => h("li", {}, build([one], words)))),
    fold: (it, words) => h("details.fold", { css: it.css, "data-key": it.key ?? it.label },
        h("summary", {}, it.label), h("div.inside", {}, build(it.in, folded(words)))),
    menu: (it, words) => h("details.menu", { "data-key": "menu" }, h("summary.button", { "aria-label": it.label, title: it.label }, icon("gear")),
        h("div.popup", { role: "group", "aria-label": it.label }, build(it.fixed, folded(words)), build(it.in, folded(words)))),
    form: (it, words) => h("form.fields", { css: it.css, ...presses(it), "data-key": it.key ?? it.do }, build(it.in, words)),
    submit: it => h("button", { type: "submit", css: `button ${it.css ?? ""}`, disabled: it.off }, it.text),
    field: it => h("label.field", { css: it.css }, it.label && h("span", {}, it.label),
        h("input", { type: it.kind ?? "text", name: it.field ?? "value", value: it.value ?? "", ...presses({ do: it.do }), min: it.min, max: it.max,
            inputmode: it.mode, step: it.step, size: it.size, placeholder: it.hint, disabled: it.off, autocomplete: "off", "data-key": it.do ?? it.field,
            "aria-label": it.label ? null : it.name }), it.unit && h("span.unit", {}, it.unit)),
    area: it => h("label.field", { css: it.css }, it.label && h("span", {}, it.label), h("textarea", { rows: it.rows, ...presses({ do: it.do }), name: it.field, "aria-label": it.label ? null : it.name, "data-key": it.do ?? it.field, spellcheck: "false" }, it.value)),
    slider: it => h("label.field", { css: it.css }, h("span", {}, it.label),
        h("input", { type: "range", name: it.field ?? "value", value: it.value, ...presses({ do: it.do }), min: it.min, max: it.max, step: it.step ?? 1, "data-key": it.do, disabled: it.off, "aria-valuetext": it.shown }),
        it.shown && h("output", {}, it.shown)),
    check: it => h("label.field.check", { css: it.css }, h("input", { type: "checkbox", checked: it.value, ...presses({ ...it, value: null }), "data-key": it.do + (it.text ?? ""), disabled: it.off }), h("span", {}, it.text)),
    choice: it => h("label.field", { css: it.css }, it.label && h("span", {}, it.label),
        h("select", { ...presses(it), disabled: it.off, "data-key": it.do + JSON.stringify(it.value ?? ""), "aria-label": it.label ? null : it.name, name: it.field },
            it.options.map((/** @type {string} */ text, /** @type {number} */ place) => h("option", { value: place, selected: place === it.at }, text)))),
    tabs: (it, words) => h("div.tabs", { css: it.css, "data-key": it.key ?? "tabs" },
        h("div.tablist", { role: "tablist", "aria-label": it.label }, it.tabs.map((/** @type {[string, string]} */ [name, text], /** @type {number} */ place) => h("button.tab", {
            type: "button", role: "tab", "aria-selected": String(name === it.at), tabindex: name === it.at || (!it.at && place === 0) ? 0 : -1, "data-do": it.do, "data-value": name, "data-key": name }, text))),
        it.at && h("div.tabpanel", { role: "tabpanel", "data-key": `panel-${it.at}` }, build(it.in, words))),
    tile: it => h("button.tile", { type: "button", css: it.css, ...presses(it), disabled: it.off, "aria-label": it.name, title: it.tip,
        "aria-pressed": it.pressed === undefined ? null : String(it.pressed), tabindex: it.stop === undefined ? null : it.stop ? 0 : -1, "data-key": it.key ?? it.tile, "data-tile": it.tile }, drawn(it.tile, it.lies), it.gain && h("span.gain", {}, it.gain)),
    hand: it => it.brief ? h("div.hand.seat", { css: it.turn ? "turn" : "", "data-key": `seat-${it.seat}`, "data-from": `seat-${it.seat}`, role: "group", "aria-label": it.label, title: it.tiles?.filter(Boolean).join("  ") || null },
        disc(it.sign, it.hue), h("b.name", {}, it.name), it.tiles && h("span.backs", { "aria-hidden": "true" }, face(null, null), `${it.tiles.length}`),
        it.gain ? h("span.gain", { css: it.lost ? "lost" : "" }, it.gain) : h("span.points", { css: it.alike }, [it.points, it.tiles?.length === 0 ? null : it.note].filter(Boolean).join(", ").split(/(?<=^-?\d+)(?= )/).map((/** @type {string} */ part, /** @type {number} */ place) => place ? h("span.word", {}, part) : part))) : h("div.hand", { css: `${it.turn ? "turn" : ""} ${it.counted ? "counted" : ""} ${it.css ?? ""}`, "data-key": `seat-${it.seat}`, "data-from": `seat-${it.seat}`, role: "group", "aria-label": it.label },
        h("div.plate", {}, it.sign && disc(it.sign, it.hue), it.turn && h("span.turnmark", { "aria-hidden": "true" }, "▸"), h("b.name", {}, it.name), it.points !== null && it.points !== undefined && h("span.points", { css: it.alike }, it.points),
            it.gain && h("span.gain", { css: it.lost ? "lost" : "" }, it.gain), it.note && h("span.note", {}, it.note),
            it.tiles && !it.marks && h("span.backs", { "aria-hidden": "true" }, face(null, null), `× ${it.tiles.length}`)),
        it.tiles && h("div.held", { style: `--n:${it.tiles.length || 1}`, css: `${it.row ? "inrow" : ""} ${covered(it) && !it.marks ? "covered" : ""}` }, it.tiles.map((/** @type {string} */ tile, /** @type {number} */ place) =>
            h("span.held-tile", { css: (it.fresh ?? []).includes(place) ? "fresh" : "", "data-key": tile || `back-${place}`, "data-tile": tile || null }, drawn(tile),
                it.marks?.[place] && h("span.chance", { css: it.marks[place][1] === "100" ? "sure" : "", "aria-hidden": "true", title: it.marks[place][2] }, h("b", {}, it.marks[place][0]), h("span", {}, it.marks[place][1])),
                it.values && h("span.value", { css: it.values[place]?.css }, it.values[place]?.text))))),
    dealt: it => h("div.held.dealt", { style: `--n:${it.tiles.length}`, role: "img", "aria-label": it.label, "data-key": "dealt" }, it.tiles.map((/** @type {string} */ tile, /** @type {number} */ place) =>
        h("span.held-tile", { css: it.ringed.includes(place) ? "counted" : "" }, drawn(tile)))),
    rack: it => h("div.rack", { style: `--n:${it.tiles.length}`, css: it.off ? "waits" : "", role: "listbox", "aria-label": it.label, "data-key": "rack", "data-from": it.seat === undefined ? null : `seat-${it.seat}`, "aria-disabled": it.off ? "true" : null },
        it.tiles.map((/** @type {Node_} */ one, /** @type {number} */ place) => !one.tile ? h("span.held-tile", { "aria-hidden": "true", "data-key": `back-${place}` }, drawn("")) : h("button.tile", {
            type: "button", role: "option", css: one.css, "aria-disabled": it.off ? "true" : null, "aria-selected": String(!!one.on), "aria-label": one.name, title: one.name, disabled: one.off,
            tabindex: one.on || (place === 0 && !it.tiles.some((/** @type {Node_} */ other) => other.on)) ? 0 : -1,
            "data-do": "choose", "data-value": one.tile, "data-key": one.key ?? one.tile, "data-tile": one.tile }, drawn(one.tile), one.gain && h("span.gain", {}, one.gain)))),
    tray: it => h("div.tray", { role: "listbox", "aria-label": it.label, "data-key": "tray", "data-from": "tray" },
        it.rows.map((/** @type {Node_[]} */ row) => h("div.tray-row", { role: "none" }, row.map(one => h("button.tile", {
            type: "button", role: "option", css: one.css, "aria-selected": String(!!one.on), "aria-label": one.name, title: one.name, disabled: one.off,
            tabindex: one.tile === it.stop ? 0 : -1, "data-do": "choose", "data-value": one.tile, "data-key": one.tile, "data-tile": one.tile },
            drawn(one.tile, true), one.mark && h("span.mark", { "aria-hidden": "true" }, one.mark)))))),
    pile: it => h("div.pile", { "data-from": it.from ?? "boneyard", "data-key": "pile", title: it.tip ?? it.text }, face(null, null),
        it.text.split(/(?<=\D )(?=\d)|(?= \()/).map((/** @type {string} */ part, /** @type {number} */ _, /** @type {string[]} */ all) => h(all[1] && /^\D/.test(part) ? "span.pile-name" : "span", { css: it.alike }, part))),
    count: it => h("div.count", { role: "group", "aria-label": it.label, "data-key": "count" },
        it.terms.map((/** @type {Node_} */ term, /** @type {number} */ place) => [place ? h("span.plus", {}, it.plus ?? "+") : null,
            h("button.term-chip", { type: "button", "data-laid": term.laid, "aria-label": term.name, title: term.name, "data-key": `${term.laid}:${term.text}`, css: `${term.fresh ? "fresh" : ""} ${term.alike ?? ""}` }, term.text)]),
        it.total !== undefined && h("span.plus", {}, "="), it.total !== undefined && h("b.total", { css: it.total_alike }, it.total), it.verdict && h("span.verdict", { css: `${it.good ? "good" : ""} ${it.verdict_alike ?? ""}` }, it.verdict)),
    scrub: it => h("div.scrub", { role: "group", "aria-label": it.label, "data-key": "scrub" },
        h("div.bars", { "aria-hidden": "true", style: `--end:${Math.max(it.bars.length - 1, 1)}` }, it.bars.map((/** @type {Node_} */ bar, /** @type {number} */ step) => h("span.step", {
            css: `${bar.css ?? ""} ${step === it.at ? "now" : ""}`, "data-do": "go", "data-value": step, title: bar.tip, style: `--at:${bar.height ?? 0}` },
            bar.text && h("em", {}, bar.text), bar.flag && h("b.flag", {}, bar.flag), bar.loss && h("i.loss", { style: `--at:${bar.loss[0]}` }, h("b", {}, bar.loss[1]))))),
        h("input.track", { type: "range", min: 0, max: it.end, value: it.at, "data-do": "go", "aria-label": it.label, "aria-valuetext": it.told ?? it.place, "data-key": "track" }), it.place && h("span.at", { "aria-hidden": "true" }, it.place)),
    columns: it => h("div.columns", { "data-key": it.key ?? "columns" }, it.bars.map((/** @type {Node_} */ bar) => h(bar.do ? "button.column" : "span.column", {
        type: bar.do && "button", css: bar.css, ...presses(bar), "aria-label": bar.name, title: bar.name, "aria-hidden": bar.do ? null : "true",
        "aria-expanded": bar.expanded === undefined ? null : String(bar.expanded), "aria-pressed": bar.pressed === undefined ? null : String(bar.pressed), style: `--at:${bar.height}` }, h("b", {}, bar.text), h("i"), h("em", {}, bar.label)))),
    heat: it => h("div.heat-room", { "data-key": it.label }, h("table.heat", { role: "grid" }, h("caption", {}, it.label),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, it.corner), it.heads.map((/** @type {string} */ text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, it.rows.map((/** @type {any[]} */ [head, ...cells], /** @type {number} */ line) => h("tr", {}, h("th", { scope: "row" }, head),
            cells.map((cell, column) => cell ? h("td", { "data-cell": cell[0], "data-place": it.place ?? it.places[column], "aria-label": `${cell[0]}: ${cell[1]} %`, css: cell[1] === "100" ? "sure" : "",
                tabindex: line === it.rows.findIndex((/** @type {any[]} */ row) => row.slice(1).some(Boolean)) && cells.findIndex(Boolean) === column ? 0 : -1,
                style: `--at:${{ "<1": 0, ">99": 1 }[/** @type {string} */ (cell[1])] ?? cell[1] / 100}` }, cell[1]) : h("td", {}, "·"))))))),
    icon: it => h("button.icon", { type: "button", css: it.css, ...presses(it), disabled: it.off, "aria-label": it.name, title: it.name, "data-key": it.do,
        "aria-pressed": it.pressed === undefined ? null : String(it.pressed) }, icon(it.icon ?? it.do), it.text && h("span", {}, it.text)),
    sheet: it => h("div.scroll", { "data-key": "sheet" }, h("table.sheet", { css: it.signs ? "rounds" : "" }, it.label && h("caption", {}, it.label),
        h("thead", {}, h("tr", {}, it.heads.map((/** @type {string} */ text) => text ? h("th", { scope: "col" }, text) : h("td")))),
        h("tbody", {}, it.rows.map((/** @type {Node_[]} */ row) => h("tr", { "data-key": JSON.stringify(row[0]) }, row.map((cell, place) => place === 0
            ? cell === "" ? h("td") : h("th", { scope: "row" }, cell)
            : "text" in cell ? h("td", {}, cell.text, " ", h("b", {}, cell.total))
            : h("td", { colspan: cell.span }, (cell.steps ?? []).map((/** @type {any[]} */ [step, text, gain, name, seat]) => h("button.entry", {
                type: "button", "data-do": "go", "data-value": step, "aria-label": name || null, tabindex: step === it.at ? 0 : -1, css: step === it.at ? "current" : "",
                "aria-current": step === it.at ? "step" : null, "data-key": step }, seat !== undefined && disc(it.signs[seat], seat % 7), unbroken(text), gain && h("b.gain", {}, gain))))))))) ),
};

/** @param {Node_[]} nodes @param {Words} words @returns {any[]} */
const build = (nodes, words) => (nodes ?? []).filter(one => one !== null && one !== "").map(one => typeof one === "string" ? NODES.p({ text: one }, words) : NODES[one.is](one, words));

const ICONS = {
    first: "M3 2h2v12H3zM13 2v12L5.500 8z", previous: "M14 7H6l3-3-1.400-1.400L2.200 8l5.400 5.400L9 12 6 9h8z", next: "M2 7h8L7 4l1.400-1.400L13.800 8l-5.400 5.400L7 12l3-3H2z", last: "M3 2l7.500 6L3 14zM11 2h2v12h-2z",
    closer: "M7 3h2v4h4v2H9v4H7V9H3V7h4z", farther: "M3 7h10v2H3z",
    play: "M8 1a7 7 0 100 14A7 7 0 008 1zm0 1.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11zM6.400 5v6l5-3z", pause: "M3 2h4v12H3zM9 2h4v12H9z", gear: "M7 1h2l.4 1.900 1.300.6L12.400 2.400l1.400 1.400-1.100 1.700.5 1.200 1.900.4v2l-1.900.4-.5 1.200 1.100 1.700-1.400 1.400-1.700-1.100-1.300.6L9 15H7l-.4-1.900-1.300-.6-1.700 1.100-1.400-1.400 1.100-1.700-.5-1.200L.9 9V7l1.900-.4.5-1.200L2.200 3.700l1.400-1.400 1.700 1.100 1.300-.6zM8 5.500a2.500 2.500 0 100 5 2.500 2.500 0 000-5z",
};

/** @param {string} name */
const icon = name => {
    const made = document.createElement("span");
    made.className = "dlab-glyph";
    made.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="${/** @type {any} */ (ICONS)[name]}"/></svg>`;
    return made;
};

// --- the moment as it came ---------------------------------------------------------------------------------------------

const PARTED = ["shown", "parts"], SELDOM = ["bars", "rows", "fixed", "options", "keys", "html"];

/** The moment with the parts that seldom change, for which it has numbers, and tiles as a list. @param {any} found @param {any[]} parts @returns {any} */
const whole = (found, parts) => Array.isArray(found) ? found.map(one => whole(one, parts))
    : found === null || typeof found !== "object" ? found
    : Object.fromEntries(Object.entries(found).map(([name, value]) => [name, SELDOM.includes(name) && typeof value === "number" ? parts[value]
        : name === "tiles" && typeof value === "string" ? value.split(" ") : whole(value, parts)]));

// --- what only the page knows --------------------------------------------------------------------------------------

/** A notebook that is closed leaves its models behind, and what they send without a kernel is an error in the console.
 * @param {Model} model */
const isAlone = model => {
    const manager = model.widget_manager;
    return !!manager && (manager.isDisposed || manager.kernel === null || !!manager.kernel?.isDisposed);
};

/** Tell Python in one message what has changed. @param {Model} model @param {Record<string, any>} facts */
const report = (model, facts) => {
    const news = Object.entries(facts).filter(([name, value]) => JSON.stringify(model.get(name)) !== JSON.stringify(value));
    if (!news.length || isAlone(model)) return;
    for (const [name, value] of news) model.set(name, value);
    model.save_changes();
};

const isStill = () => matchMedia(STILL).matches;

/** The height of the pane in which an element scrolls: the notebook's, or the window's. @param {Element} node */
const paneOf = node => node.matches(":fullscreen") ? innerHeight : Math.min(node.closest(".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook, .jp-LinkedOutputView")?.clientHeight || innerHeight, innerHeight);

/** Definitions of terms, beside the term on hover, focus and tap; Escape closes. */
class Tip {
    /** @param {Record<string, string>} definitions @param {Element} root @param {AbortSignal} signal */
    constructor(definitions, root, signal) {
        this.definitions = definitions;
        /** @type {HTMLElement | null} */ this.term = null;
        this.timer = 0;
        this.box = h("div.tip", { id: `dlab-tip-${++serial}`, role: "tooltip", popover: "manual" });
        const at = (/** @type {Event} */ event) => {
            const term = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".dlab-term"));
            return term?.closest(".dlab-root") === root ? term : null;
        };
        const leave = () => { clearTimeout(this.timer); this.timer = window.setTimeout(() => this.term !== /** @type {Document} */ (root.getRootNode()).activeElement && this.close(), 200); };
        root.addEventListener("pointerover", event => {
            const term = at(event);
            if (/** @type {PointerEvent} */ (event).pointerType === "touch") return;
            if (term) this.open(term);
            else if (event.target === this.box) clearTimeout(this.timer);
            else if (this.term) leave();
        }, { signal });
        root.addEventListener("pointerleave", leave, { signal });
        root.addEventListener("focusin", event => { const term = at(event); if (term) this.open(term); }, { signal });
        root.addEventListener("focusout", () => this.close(), { signal });
        root.addEventListener("click", event => { const term = at(event); if (term) this.open(term); else if (event.target !== this.box) this.close(); }, { signal });
        window.addEventListener("scroll", () => this.place(), { capture: true, passive: true, signal });
    }

    /** @param {HTMLElement} term */
    open(term) {
        clearTimeout(this.timer);
        const text = this.definitions[term.dataset.term ?? ""];
        if (this.term === term || !text) return;
        this.close();
        this.term = term;
        this.box.textContent = text;
        this.box.showPopover?.();
        term.setAttribute("aria-describedby", this.box.id);
        this.place();
    }

    /** @returns {boolean} whether there was anything to close */
    close() {
        clearTimeout(this.timer);
        if (!this.term) return false;
        this.term.removeAttribute("aria-describedby");
        this.term = null;
        if (this.box.matches(":popover-open")) this.box.hidePopover();
        return true;
    }

    place() {
        if (!this.term) return;
        const at = this.term.getBoundingClientRect();
        const { offsetWidth: width, offsetHeight: height } = this.box;
        const below = at.bottom + 4 + height <= innerHeight;
        this.box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
        this.box.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
    }
}

// --- one view ------------------------------------------------------------------------------------------------------

class View {
    /** @param {Model} model @param {HTMLElement} el @param {AbortSignal} signal @param {HTMLElement} live @param {Terms} terms */
    constructor(model, el, signal, live, terms) {
        Object.assign(this, { model, el, signal, live });
        this.model = model; this.el = el; this.signal = signal; this.live = live;
        /** @type {Moment} */ this.moment = {};
        /** @type {Record<string, HTMLElement>} */ this.areas = {};
        /** @type {string | null} */ this.chosen = null;
        /** @type {any} */ this.drag = null;
        /** @type {any} */ this.dropped = null;
        this.released = false;      // by Escape, while the button is still down
        this.roves = true;          // arrow keys move in the tray, not for a reader who chooses with them from outside, or with a pointer
        /** @type {Element | null} */ this.last = null;
        /** @type {string | null | undefined} */ this.hint = undefined;     // the last hint that was shown
        /** @type {string | undefined} */ this.shownAt = undefined;
        this.repeated = this.dragged = 0;
        this.asks = false;
        /** @type {number | undefined} */ this.frame = undefined;
        this.terms = terms;
        this.words = wordsOf(terms.forms);
        // @ts-expect-error: it is in live.js, and a page without a kernel has none
        this.look = typeof Frame === "undefined" ? null : new Frame(this);
    }

    /** The box of widgets that the stage stands in. @returns {HTMLElement | null} */
    get root() { return this.el.closest(".dlab-root"); }

    /** What has the focus, also in a part of the page that is closed off by a shadow root. @returns {Element | null} */
    get focused() { return /** @type {Document} */ (this.el.getRootNode()).activeElement ?? null; }

    /** The picture, which some pages put into an element of its own. @returns {HTMLElement | null | undefined} */
    get canvas() { return this.root?.querySelector(":scope > canvas, :scope > :not(.dlab-root) > canvas"); }

    start() {
        this.el.classList.add("dlab-stage");
        this.over = h("div.over");
        this.alarm = h("div.error", { role: "alert" });
        this.side = h("div.side");
        for (const name of AREAS) this.areas[name] = h(`div.area-${name}`);
        this.side.append(this.areas.talk, this.areas.more);
        this.el.append(this.alarm, this.areas.head, this.areas.top, this.over, this.areas.rack, this.side, this.areas.bar, this.areas.foot);
        this.adopt();
    }

    /** The root may not be there yet when the view is made. */
    adopt() {
        if (this.signal.aborted) return;
        const root = this.root ?? this.look?.ownRoot();
        if (!root) { setTimeout(() => this.adopt(), 4); return; }
        this.tip = new Tip(this.terms.definitions, root, this.signal);
        this.el.append(this.tip.box);
        this.listen(root);
        this.listenToKeys(root);
        if (!this.live.isConnected) this.el.append(this.live);
        // JupyterLab, Voila and pages say their theme on the body; elsewhere the ground counts that a view stands on.
        const looks = () => {
            const light = document.body.dataset.jpThemeLight, dark = light ? light === "false" : !!this.look?.isOnDark(root);
            root.classList.toggle("dlab-dark", dark);
            report(this.model, { dark, reduced_motion: isStill() });
        };
        const sizes = new ResizeObserver(() => { looks(); this.fit(); });
        sizes.observe(root);
        for (const one of [this.over, this.areas.head, this.areas.top, this.areas.rack, this.areas.bar]) sizes.observe(/** @type {Element} */ (one));
        const theme = new MutationObserver(looks);
        for (const wish of [DARK, STILL]) matchMedia(wish).addEventListener("change", looks, { signal: this.signal });
        theme.observe(document.body, { attributes: true });
        this.look?.watch(theme);
        this.signal.addEventListener("abort", () => { sizes.disconnect(); theme.disconnect(); });
        window.addEventListener("resize", () => this.fit(), { signal: this.signal });
        looks();
        this.model.on("change", () => { if (this.drawn?.some((one, place) => one !== this.model.get(PARTED[place]))) this.drawSoon(); });
        this.model.on("msg:custom", content => this.look?.hear(content));
        this.draw();
        this.fit();
        root.setAttribute("tabindex", "-1");
        root.setAttribute("role", "group");         // from now on it listens
    }

    /** @param {any} what @param {any} [value] @param {object} [more] */
    send(what, value = null, more = {}) {
        if (!isAlone(this.model)) this.model.send({ do: what, value, ...more });
    }

    // --- drawing

    /** With the next frame: the table, which comes first, need not wait for the layout of the words. */
    drawSoon() {
        this.frame ??= requestAnimationFrame(() => this.drawNow());
        if (document.hidden) this.drawNow();        // no frames there
    }

    /** Draw what waits for a frame. */
    drawNow() {
        if (this.frame === undefined) return;
        cancelAnimationFrame(this.frame);
        this.frame = undefined;
        if (!this.signal.aborted) this.draw();
    }

    draw() {
        this.drawn = PARTED.map(name => this.model.get(name));
        const before = this.moment, now = this.moment = whole(this.drawn[0], this.drawn[1]), root = this.root;
        if (!root || !now.name) return;
        const flights = before.table ? [now.table?.fly ?? []].flat().filter((/** @type {any} */ one) => (one.at ?? now.at) > before.at).map((/** @type {any} */ fly) => ({ fly, from: this.origin(fly) })) : [];
        this.words = { ...this.words, met: new Set() };
        for (const name of AREAS) {
            const area = this.areas[name], nodes = now[name] ?? [];
            mergeAll(area, build(nodes, this.words));
            area.hidden = !nodes.length;
        }
        this.areas.top.style.setProperty("--columns", String(Math.ceil((now.top?.length || 1) / 2)));
        const { bar, more, foot } = this.areas, below = now.table ? foot : more;       // Tab goes on as it is seen
        if (bar.parentNode !== below.parentNode) below.before(bar);
        const canvas = this.canvas;
        (canvas?.parentElement === root ? canvas : canvas?.parentElement)?.classList.add("dlab-felt");
        const asks = !!this.areas.talk.querySelector(":scope > .dlab-question");       // a question takes more room than a caption
        const looks = { large: now.large, asks, topless: !now.top?.length, rackless: !now.rack?.length, wordless: !now.talk?.length && !now.more?.length };
        for (const [look, holds] of Object.entries(looks)) root.classList.toggle(`dlab-${look}`, !!holds);
        root.setAttribute("aria-label", now.name);
        if (this.alarm && this.alarm.textContent !== now.error) this.alarm.textContent = now.error ?? "";
        if (this.live.textContent !== now.status) this.live.textContent = now.status;
        this.chosen = now.table?.chosen ?? null;
        this.drawTable(root, before);
        this.keepInView();
        this.rescue();
        const { focused } = this;     // another place is chosen: Enter must not play the one from before
        if (focused?.matches(".dlab-ghost:not(.dlab-aimed)") && root.contains(focused) && before.table?.at !== now.table?.at) {
            /** @type {HTMLElement | null} */ (this.el.querySelector(".dlab-ghost.dlab-aimed"))?.focus({ preventScroll: true });
        }
        this.showReply(before);
        this.fade();
        this.followChoice();
        if (before.table && now.table) this.move(before, now, flights);
        this.dropped = null;
        const grew = this.keepRoom();
        if (!!before.large !== !!now.large || asks !== this.asks || grew) { this.asks = asks; this.fit(); }
    }

    /** The picture's name, the notice over it, and what can be pressed on it. @param {HTMLElement} root @param {Moment} before */
    drawTable(root, before) {
        const table = this.moment.table;
        root.classList.toggle("dlab-has-table", !!table);
        if (!table || !this.over) return;
        const canvas = this.canvas;
        if (canvas) {
            canvas.setAttribute("role", "img");
            canvas.setAttribute("aria-label", table.alt);
            canvas.removeAttribute("tabindex");         // ipycanvas makes it a stop of Tab
        }
        if (table.svg) root.style.setProperty("--dlab-ratio", table.size.join("/"));        // before anything is placed on the felt
        if (table.svg) this.placedOn = this.fitted ??= this.feltSize();       // measured now, it would cost a layout; if it has changed, `fit` draws again
        const target = matchMedia(COARSE).matches ? TOUCHED : TARGET;
        const at = (/** @type {number[]} */ box) => {
            const [wider, higher] = [Math.max(target - box[2], 0), Math.max(target - box[3], 0)];      // round its middle
            return this.place([box[0] - wider / 2, box[1] - higher / 2, box[2] + wider, box[3] + higher]);
        };
        const patch = (/** @type {any} */ { halves, lies, box: [, , wide, high], gain }) => h("span.patch", {      // a target may be wider than its tile
            style: `width:${100 * wide / Math.max(wide, target)}%;height:${100 * high / Math.max(high, target)}%` },
            halves && face(halves[0], halves[1], lies), gain && h("span.gain", {}, gain));
        const spots = (table.spots ?? []).map((/** @type {any} */ spot) => h("button.spot", { type: "button", css: spot.css, style: at(spot.box), "data-do": spot.do,
            "data-value": spot.value, "aria-label": spot.name, title: spot.name, disabled: spot.off, role: table.lying && "option",
            [table.lying ? "aria-selected" : "aria-pressed"]: spot.pressed === undefined ? null : String(spot.pressed),
            "data-key": `spot-${spot.do}-${JSON.stringify(spot.value)}`, "data-tile": spot.tile, tabindex: spot.stop === false ? -1 : 0 }, patch(spot)));
        const places = this.chosen ? placesOf(table, this.chosen) : [];
        const ghosts = places.map((/** @type {any} */ place, /** @type {number} */ number) => h("button.ghost", { type: "button", style: at(place.box),
            css: `${number === table.at ? "aimed" : ""} ${place.halves ? "" : "open"}`, "data-do": "play", "data-value": JSON.stringify([this.chosen, place.value]), "aria-label": place.name, title: place.name, "data-key": `ghost-${number}-${place.box}` }, patch(place)));
        // Without one of this moment the last one stays until the canvas is painted.
        const svg = table.svg ? h("div.raw.drawing", { role: "img", "aria-label": table.alt }) : this.over.querySelector(":scope > .dlab-drawing");
        if (svg && table.svg) {
            svg.innerHTML = table.svg;
            svg.firstElementChild?.setAttribute("aria-hidden", "true");
        }
        const notice = table.notice?.length ? h("div.notice", { "data-key": "notice" }, build(table.notice, this.words)) : null;
        const framed = build(table.frame, this.words);
        root.classList.toggle("dlab-looks", framed.some(one => one.matches(".dlab-look")));
        const ring = h("div.ring", { "data-key": "ring", hidden: true });
        const lying = table.lying ? [h("div.lying", { role: "listbox", "aria-label": table.lying, "data-key": "lying" }, spots)] : spots;
        this.look?.shift("");
        mergeAll(this.over, [svg, ring, ...lying, ...ghosts, ...framed, notice].filter(Boolean));
        if (before.table && this.ringed !== undefined) this.ring(this.ringed);
        this.peeked = undefined;
        this.peek(/** @type {HTMLElement | null} */ (this.focused?.closest?.("[data-cell]") ?? null));
        this.look?.cover();
    }

    /** The size of the felt: what lies over a picture that was made beforehand is placed for it. */
    feltSize() { return this.over ? `${this.over.clientWidth} ${this.over.clientHeight}` : ""; }

    /** A box of the picture in shares of the felt, where a picture that was made beforehand is drawn in the middle.
     * @param {number[]} box */
    shares([x, y, w, t]) {
        const { size: [wide, high], svg } = this.moment.table, { clientWidth, clientHeight } = /** @type {HTMLElement} */ (this.over);
        const scale = Math.min(clientWidth / wide, clientHeight / high), whole = svg && scale > 0;
        const [across, down] = whole ? [clientWidth / scale, clientHeight / scale] : [wide, high];
        return [(x + (across - wide) / 2) / across, (y + (down - high) / 2) / down, w / across, t / down];
    }

    /** The box of a tile, which is said as seen from the middle of the first one. @param {number[]} box */
    onPicture([x, y, w, t]) {
        const [, left, top] = this.moment.table.view ?? [1, 0, 0];
        return [x + left / 2, y + top / 2, w, t];
    }

    /** The style that puts something there. @param {number[]} box */
    place(box) {
        const [left, top, width, height] = this.shares(box).map(share => `${100 * share}%`);
        return `left:${left};top:${top};width:${width};height:${height}`;
    }

    /** The current entry of a list is scrolled to inside its list; the page never jumps. */
    keepInView() {
        const entry = this.el.querySelector(".dlab-current");
        if (!entry || (entry === this.shown && this.shownAt === this.moment.at)) return;
        [this.shown, this.shownAt] = [entry, this.moment.at];
        const list = entry.closest(".dlab-scroll");
        if (!list) return;
        const inner = entry.getBoundingClientRect(), outer = list.getBoundingClientRect();
        const head = list.querySelector("thead")?.getBoundingClientRect().height ?? 0;
        if (inner.top < outer.top + head) list.scrollTop -= outer.top + head - inner.top + 4;
        else if (inner.bottom > outer.bottom - FADE) list.scrollTop += inner.bottom - outer.bottom + FADE;
        const edge = outer.top + head, sliced = [...list.querySelectorAll("tbody tr")].map(row => row.getBoundingClientRect()).find(row => row.top < edge - 1 && row.bottom > edge + 1);
        if (sliced && sliced.bottom < inner.top + 1) list.scrollTop += sliced.bottom - edge;
    }

    /** Where the words have little room, what was just answered to the reader is scrolled to. @param {Moment} before */
    showReply(before) {
        const { talk, more } = this.areas;
        for (const area of [talk, more]) {      // what scrolls is reached by keys, too
            const scrolls = area.scrollHeight > area.clientHeight + 1 && getComputedStyle(area).overflowY === "auto";
            if (scrolls) area.setAttribute("tabindex", "0");
            else area.removeAttribute("tabindex");
        }
        const reply = /** @type {HTMLElement | null} */ (talk.querySelector(".dlab-wrong, .dlab-weaker, .dlab-right"));
        if (reply && talk.scrollHeight > talk.clientHeight + 4 && JSON.stringify(before.talk) !== JSON.stringify(this.moment.talk)) {
            // The question stays in sight with its reply, and what stands above them as far as there is room.
            const first = reply.closest(".dlab-question") ?? reply, last = talk.querySelector(".dlab-question") ?? reply;
            const room = talk.getBoundingClientRect(), above = first.getBoundingClientRect().top - room.top - 4;
            talk.scrollTop += Math.min(above, Math.max(0, last.getBoundingClientRect().bottom - room.bottom + FADE));
        }
        const hints = talk.querySelectorAll(".dlab-hint"), hint = hints[hints.length - 1];
        if (hint && hint.textContent !== this.hint) talk.scrollTop += Math.max(0, hint.getBoundingClientRect().bottom - talk.getBoundingClientRect().bottom + FADE);
        this.hint = hint?.textContent;
    }

    /** What goes on below the edge of its list fades out there. */
    fade() {
        const root = this.root, { talk } = this.areas;
        root?.classList.toggle("dlab-full", root.dataset.shape === "large" && this.side.clientHeight - talk.offsetHeight < LEAST_MORE);
        for (const one of [this.areas.talk, this.side, ...this.el.querySelectorAll(".dlab-scroll, .dlab-tabpanel, .dlab-panes")]) {
            one.classList.toggle("dlab-cut", one.scrollHeight - one.scrollTop - one.clientHeight > 6 && getComputedStyle(one).overflowY !== "visible");
        }
    }

    /** Keys go on working when the focused thing was disabled or taken away under the finger. */
    rescue() {
        const last = this.last, now = this.focused;
        if (!last || (last.isConnected && !last.matches(":disabled"))) return;
        if (now === last || now === null || now === document.body) this.root?.focus({ preventScroll: true });
    }

    /** Among the tiles of a rack the focus is on the chosen one: Enter means that. */
    followChoice() {
        const now = this.focused, chosen = /** @type {HTMLElement | null} */ (this.el.querySelector('.dlab-rack > [aria-selected="true"]'));
        if (chosen && chosen !== now && now?.parentElement === chosen.parentElement) chosen.focus({ preventScroll: true });
    }

    // --- motion

    /** Where a tile comes from on the page, before the new moment takes it away. @param {any} fly @returns {DOMRect | null} */
    origin(fly) {
        if (this.dropped?.tile === fly.tile) return this.dropped.box;
        const holder = `[data-from="${fly.from}"]`, backs = `${holder} .dlab-held-tile:last-child, ${holder} .dlab-backs`;
        const from = [fly.tile && `${holder} [data-tile="${fly.tile}"]`, backs, holder].filter(Boolean);
        const found = from.flatMap(one => [...this.el.querySelectorAll(one)]).find(one => one.getClientRects().length);
        return found?.getBoundingClientRect() ?? null;
    }

    /** A step forward is seen: the tile comes from where it was, changed terms and points light up.
     * `since` is the earliest step from which it is seen: the moves of several players may come together.
     * @param {Moment} before @param {Moment} now @param {{ fly: any, from: DOMRect | null }[]} flights */
    move(before, now, flights) {
        const forward = now.hand === before.hand && now.at > before.at && before.at >= (now.table.since ?? now.at - 1);
        for (const running of this.el.getAnimations?.({ subtree: true }) ?? []) if (!(running instanceof CSSTransition)) running.finish();
        if (isStill() || this.drag) return;
        for (const { fly, from } of forward ? flights : []) if (from) this.fly(fly, from);
        if (forward) this.addUp();
        const [old, fresh] = [before.table.view, now.table.view];
        if (!old || !fresh || String(old) === String(fresh) || now.hand !== before.hand || String(before.table.size) !== String(now.table.size)) return;
        const ratio = old[0] / fresh[0], dot = this.felt().width / now.table.size[0] / 2;     // of the picture, in pixels of the page
        const from = `translate(${(old[1] - ratio * fresh[1]) * dot}px, ${(old[2] - ratio * fresh[2]) * dot}px) scale(${ratio})`;
        for (const [one, origin] of this.lying()) {
            one.animate([{ transform: from, transformOrigin: origin }, { transform: "none", transformOrigin: origin }], { duration: FLIGHT, easing: "ease-out" });
        }
    }

    /** The felt on the page. @returns {DOMRect} */
    felt() { return /** @type {HTMLElement} */ (this.over).getBoundingClientRect(); }

    /** The picture and what is placed on it, each with the corner of the felt as seen from there: they move as one.
     * @returns {[HTMLElement, string][]} */
    lying() {
        const canvas = this.canvas;
        const over = /** @type {HTMLElement[]} */ ([...(this.over?.querySelectorAll(":scope > :not(.dlab-look, .dlab-frame-news, .dlab-notice)") ?? [])]);
        return [.../** @type {[HTMLElement, string][]} */ (canvas ? [[canvas, "0 0"]] : []), .../** @type {[HTMLElement, string][]} */ (over.map(one => [one, `${-one.offsetLeft}px ${-one.offsetTop}px`]))];
    }

    /** The terms of a count that scores fly into its total. */
    addUp() {
        for (const count of this.el.querySelectorAll(".dlab-count:has(.dlab-good)")) {
            const end = count.querySelector(".dlab-total")?.getBoundingClientRect();
            for (const term of end?.width ? count.querySelectorAll(".dlab-term-chip") : []) {
                const { left, top } = term.getBoundingClientRect();
                const flying = h("span.added", { "aria-hidden": "true", style: `left:${left}px;top:${top}px` }, term.textContent);
                this.el.append(flying);
                const flight = flying.animate([{ transform: "none" }, { transform: `translate(${end.left - left}px, ${end.top - top}px)`, opacity: 0 }], { duration: ADDING, easing: "ease-in" });
                flight.onfinish = flight.oncancel = () => flying.remove();
            }
        }
    }

    /** A tile on its way: to its place on the table, or from the boneyard to a player.
     * @param {any} fly @param {DOMRect} from */
    fly(fly, from) {
        const room = /** @type {HTMLElement} */ (this.over).getBoundingClientRect();
        const holder = fly.to && this.el.querySelector(`[data-from="${fly.to}"]`);
        const box = fly.box ?? this.moment.table.laid[fly.laid];
        const [x, y, w, t] = box ? this.shares(this.onPicture(box)) : [];
        const to = holder ? (holder.querySelector(".dlab-fresh") ?? holder).getBoundingClientRect() : {
            left: room.left + x * room.width, top: room.top + y * room.height, width: w * room.width, height: t * room.height };
        const drawing = fly.halves ? face(fly.halves[0], fly.halves[1], fly.lies) : face(null, null);
        const flying = h("div.flying", { style: `left:${to.left}px;top:${to.top}px;width:${to.width}px;height:${to.height}px` }, drawing);
        const cover = box && h("div.cover", { style: `left:${to.left - room.left}px;top:${to.top - room.top}px;width:${to.width}px;height:${to.height}px` });
        if (cover) this.over?.append(cover);
        this.el.append(flying);
        const dx = from.left + from.width / 2 - to.left - to.width / 2, dy = from.top + from.height / 2 - to.top - to.height / 2;
        const scale = Math.max(from.height, from.width) / Math.max(to.width, to.height), turn = fly.lies && from.height > from.width ? -90 : 0;
        const flight = flying.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale}) rotate(${turn}deg)` }, { transform: "none" }], { duration: FLIGHT, easing: "ease-out" });
        flight.onfinish = flight.oncancel = () => { cover?.remove(); flying.remove(); };
    }

    // --- pointing

    /** A ring round laid tile `number` (none: no ring). @param {number | undefined} number */
    ring(number) {
        const ring = /** @type {HTMLElement | null} */ (this.over?.querySelector(".dlab-ring") ?? null), table = this.moment.table;
        const box = number === undefined ? undefined : table?.laid?.[number];
        this.ringed = number;
        for (const chip of this.el.querySelectorAll("[data-laid]")) chip.classList.toggle("dlab-marked", /** @type {HTMLElement} */ (chip).dataset.laid === String(number));
        if (!ring) return;
        ring.hidden = !box;
        if (!box) return;
        ring.style.cssText = this.place(this.onPicture(box));
    }

    /** Who may hold the tile that a chance is about, and where it would fit; without a cell, nothing. @param {HTMLElement | null} cell */
    peek(cell) {
        const tile = cell?.dataset.cell;
        if (tile === this.peeked) return;
        this.peeked = tile;
        for (const one of this.el.querySelectorAll(".dlab-maybe")) one.remove();
        for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.el.querySelectorAll("[data-cell]"))) {
            const same = one.dataset.cell === tile;
            one.classList.toggle("dlab-peeked", same);
            const holder = same && this.el.querySelector(`[data-from="${one.dataset.place}"]`);
            if (holder && tile) holder.append(h("span.maybe.who", { "aria-hidden": "true" }, drawn(tile), h("b", {}, `${one.textContent} %`)));
        }
        const table = this.moment.table;
        for (const { box, halves: [a, b], lies } of (tile && table?.maybe?.[tile]) || []) {
            this.over?.append(h("span.maybe.where", { "aria-hidden": "true", style: this.place(box) }, face(a, b, lies)));
        }
    }

    /** Everything on the page that shows the same hand rings the same tile; Python is not asked.
     * @param {number | undefined} number */
    mark(number) {
        document.dispatchEvent(new CustomEvent("dlab-mark", { detail: { hand: this.moment.hand, number } }));
    }

    // --- pressing

    /** @param {HTMLElement} root */
    listen(root) {
        const { signal } = this;
        root.addEventListener("focusin", event => {
            this.last = /** @type {Element} */ (event.target);
            if (this.live.parentNode !== this.el) this.el.append(this.live);
            this.peek(this.last.closest?.("[data-cell]"));
            const laid = this.last.closest?.("[data-laid]");
            if (laid) this.mark(Number(/** @type {HTMLElement} */ (laid).dataset.laid));
        }, { signal });
        root.addEventListener("focusout", event => { if (/** @type {Element} */ (event.target).closest?.("[data-laid]")) this.mark(undefined); }, { signal });
        for (const name of ["focusin", "pointerdown"]) {
            document.addEventListener(name, event => {
                if (root.contains(targetOf(event))) return;
                this.last = null;
                this.closeMenus(null);
            }, { capture: true, signal });
        }
        document.addEventListener("dlab-mark", event => {
            const { hand, number } = /** @type {CustomEvent} */ (event).detail;
            if (hand === this.moment.hand) this.ring(number);
        }, { signal });
        root.addEventListener("pointerover", event => {
            const at = /** @type {Element} */ (event.target), cell = /** @type {HTMLElement | null} */ (at.closest?.("[data-cell]"));
            this.peek(cell ?? /** @type {HTMLElement | null} */ (this.focused?.closest?.("[data-cell]") ?? null));
            const chip = /** @type {HTMLElement | null} */ (at.closest?.("[data-laid]"));
            if (chip) this.mark(Number(chip.dataset.laid));
            else if (this.ringed !== undefined && !this.focused?.closest?.("[data-laid]")) this.mark(undefined);
        }, { signal });
        root.addEventListener("pointerdown", () => { this.roves = false; }, { signal });
        root.addEventListener("click", event => this.click(event), { signal });
        root.addEventListener("change", event => this.change(event), { signal });
        root.addEventListener("scroll", () => this.fade(), { capture: true, passive: true, signal });
        root.addEventListener("toggle", () => this.fade(), { capture: true, signal });
        root.addEventListener("input", event => {
            const field = /** @type {HTMLInputElement} */ (event.target);
            if (field.type === "range" && field.dataset.do === "go" && field.closest(".dlab-root") === root) this.send("go", Number(field.value));
        }, { signal });
        root.addEventListener("submit", event => {
            event.preventDefault();
            const form = /** @type {HTMLFormElement} */ (event.target);
            if (form.closest(".dlab-root") !== root) return;
            const values = Object.fromEntries(new FormData(form).entries()), names = Object.keys(values);
            this.send(form.dataset.do, names.length === 1 ? values[names[0]] : values);
        }, { signal });
        for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
            root.addEventListener(name, event => this.pull(/** @type {PointerEvent} */ (event)), { signal });
        }
        this.look?.listen(root, signal);
        // ipycanvas would keep the page from scrolling.
        for (const name of ["wheel", "touchstart", "touchmove", "touchend", "touchcancel"]) {
            window.addEventListener(name, event => {
                if (name === "wheel" && (/** @type {WheelEvent} */ (event).ctrlKey || /** @type {WheelEvent} */ (event).metaKey)) return;
                if (targetOf(event).tagName === "CANVAS" && root.contains(targetOf(event))) event.stopPropagation();
            }, { capture: true, passive: true, signal });
        }
    }

    /** @param {Element | null} but */
    closeMenus(but) {
        for (const menu of this.el.querySelectorAll("details.dlab-menu[open]")) if (menu !== but) menu.removeAttribute("open");
    }

    /** @param {Event} event */
    click(event) {
        const target = pointedAt(event), pressed = /** @type {HTMLButtonElement | null} */ (target.closest("[data-do]"));
        this.closeMenus(target.closest("details.dlab-menu"));
        if (!pressed || pressed.matches('input, select, textarea, form, :disabled, [aria-disabled="true"]') || pressed.closest(".dlab-root") !== this.root) return;
        if (event.timeStamp - this.dragged < 80) return;            // the click that ends a drag
        const { do: what, value } = pressed.dataset;
        const parsed = value === undefined ? null : what === "answer" ? value : parse(value);       // a player may be called 1.0
        if (what === "large") {
            this.closeMenus(null);
            this.root?.focus({ preventScroll: true });      // with its menu the button is gone, and keys step on
            this.look?.fill(!this.moment.large);
        }
        if (what === "choose" && typeof parsed === "string") this.choose(parsed);
        else this.send(what, parsed);
    }

    /** One legal place takes the tile at once; several light up, and Python says how many. @param {string} tile */
    choose(tile) {
        const table = this.moment.table, places = placesOf(table, tile);
        if (places.length === 1 && !table.confirms) this.send("play", [tile, places[0].value]);
        else {
            if (places.length && this.root) { this.chosen = this.chosen === tile ? null : tile; this.drawTable(this.root, this.moment); }
            this.send("choose", tile);
        }
    }

    /** @param {Event} event */
    change(event) {
        const field = /** @type {HTMLInputElement} */ (event.target);
        if (!field.dataset.do || field.closest(".dlab-root") !== this.root) return;
        if (field.type === "range" && field.dataset.do === "go") return;
        const value = field.type === "checkbox" ? field.checked : field.tagName === "SELECT" || field.type === "range" || field.type === "number" ? Number(field.value) : field.value;
        this.send(field.dataset.do, field.dataset.value === undefined ? value : [parse(field.dataset.value), value]);
    }

    /** A tile is pulled to its place by pointer or finger; Python hears of it when it is dropped. @param {PointerEvent} event */
    pull(event) {
        const { drag, root } = this;
        if (event.type === "pointerdown") {
            const tile = /** @type {HTMLElement | null} */ (pointedAt(event).closest?.("[data-tile][data-do]:not(:disabled)"));
            this.drop();
            this.released = false;
            if (!tile || event.button || !event.isPrimary || !this.moment.table?.places || tile.closest(".dlab-root") !== root || tile.matches(".dlab-ghost")) return;
            this.drag = { tile, name: tile.dataset.tile, x: event.clientX, y: event.clientY, id: event.pointerId };
        } else if (this.released && event.type === "pointerup") {
            this.dragged = event.timeStamp;
        } else if (drag && event.pointerId === drag.id) {
            if (event.type !== "pointermove") {
                const ghost = drag.copy && event.type === "pointerup" ? this.near(event) : null;
                const inside = drag.copy && event.type === "pointerup" && this.over && within(this.over.getBoundingClientRect(), event, 0);
                if (drag.copy) this.dragged = event.timeStamp;
                if (ghost) this.dropped = { tile: drag.name, box: drag.copy.firstChild.getBoundingClientRect() };
                this.drop(inside || ghost ? drag.name : undefined);
                if (ghost) this.send("play", parse(ghost.dataset.value ?? ""));
                else if (inside && this.moment.table?.chosen !== drag.name) this.send("choose", drag.name);
            } else if (drag.copy || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= 7) {
                if (!drag.copy) this.lift(drag, event);
                const aim = this.near(event);
                for (const ghost of this.el.querySelectorAll(".dlab-ghost")) ghost.classList.toggle("dlab-aimed", ghost === aim);
                drag.copy.classList.toggle("dlab-turned", !!aim && aim.offsetWidth > aim.offsetHeight);
                drag.copy.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
            }
        }
    }

    /** What is pulled is a copy above everything else: its own place may clip it. @param {any} drag @param {PointerEvent} event */
    lift(drag, event) {
        this.chosen = drag.name;
        if (this.root) this.drawTable(this.root, this.moment);
        drag.tile.setPointerCapture(event.pointerId);
        drag.tile.dataset.moving = "1";
        const ghost = /** @type {HTMLElement | null} */ (this.el.querySelector(".dlab-ghost"));
        const width = Math.max(ghost ? Math.min(ghost.offsetWidth, ghost.offsetHeight) : 0, 30);
        drag.copy = h("div.pulled", { popover: "manual", "aria-hidden": "true", style: `width:${width}px` }, drawn(drag.name));
        this.el.append(drag.copy);
        drag.copy.showPopover?.();
    }

    /** The drag is over; `chosen` stays chosen until Python says otherwise. @param {string} [chosen] */
    drop(chosen) {
        const { drag } = this;
        if (!drag) return;
        this.drag = null;
        delete drag.tile.dataset.moving;
        if (!drag.copy) return;
        drag.copy.remove();
        this.chosen = chosen ?? this.moment.table?.chosen ?? null;
        if (this.root) this.drawTable(this.root, this.moment);
    }

    /** The ghost under (or nearest to) the pointer. @param {PointerEvent} event @returns {HTMLElement | null} */
    near(event) {
        let best = null, least = 60;
        for (const ghost of /** @type {NodeListOf<HTMLElement>} */ (this.el.querySelectorAll(".dlab-ghost"))) {
            const { left, top, width, height } = ghost.getBoundingClientRect();
            const far = Math.hypot(Math.max(left - event.clientX, event.clientX - left - width, 0), Math.max(top - event.clientY, event.clientY - top - height, 0));
            if (far < least) [best, least] = [ghost, far];
        }
        return best;
    }

    // --- keys

    /** On window, ahead of JupyterLab and of ipycanvas. @param {HTMLElement} root */
    listenToKeys(root) {
        window.addEventListener("keydown", event => {
            const target = targetOf(event), plain = !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing);
            if (event.key === "Escape" && plain && this.tip?.close()) { event.stopPropagation(); return; }
            const inside = root.contains(target) ? target.closest(".dlab-root") === root : target === document.body && root.matches(".dlab-single");
            if (!inside) return;
            if (event.key === "Escape" && this.drag?.copy) { this.drop(); this.released = true; event.stopPropagation(); return; }
            const menu = target.closest("details.dlab-menu[open]");
            if (menu && event.key === "Escape") {
                menu.removeAttribute("open");
                /** @type {HTMLElement | null} */ (menu.querySelector("summary"))?.focus();
                event.stopPropagation();
                return;
            }
            if (target.matches('[role="tab"]') && plain && /^Arrow(Left|Right)$/.test(event.key)) {
                const tabs = [.../** @type {any} */ (target.parentElement).children];
                const next = tabs[(tabs.indexOf(target) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
                next.focus();
                next.click();
                event.preventDefault();
                event.stopPropagation();
                return;
            }
            if (event.key === "Tab") this.roves = true;
            if (plain && this.look?.arrow(event.key, target)) {
                event.preventDefault();
                event.stopPropagation();
                return;
            }
            const grid = plain && /^Arrow/.test(event.key) ? gridOf(target) : null;
            if (grid) {
                const next = neighbour(grid, target, event.key);
                if (next && target.matches(".dlab-tile")) [target.tabIndex, next.tabIndex] = [-1, 0];      // Tab leaves the tiles
                next?.focus();
                event.preventDefault();
                event.stopPropagation();
                return;
            }
            if (target.closest(FIELDS)) {
                // An arrow in a list would mean the next cell to JupyterLab.
                if (plain && event.key !== "Tab" && !(target.matches('[type="range"]') && event.key === "Escape")) event.stopPropagation();
                return;
            }
            const key = this.known(event, plain);
            // Enter on the tile that is chosen plays it where Python aims; Space lets it go.
            const plays = event.key === "Enter" && key !== undefined && target.matches('[data-do="choose"]:is([aria-selected="true"], [aria-pressed="true"])');
            const presses = plain && !plays && (event.key === " " || event.key === "Enter") && target.closest("button, a[href], summary, [role=button], input");
            // A stray letter must not reach JupyterLab either: there, two d's delete the cell.
            if (key === undefined && !presses && !(plain && [...event.key].length === 1)) return;
            event.stopPropagation();
            if (presses) {
                if (target.matches(".dlab-term")) { event.preventDefault(); this.tip?.open(target); }
                return;
            }
            if (key === undefined) return;
            event.preventDefault();
            if (event.repeat && event.timeStamp - this.repeated < REPEAT) return;
            this.repeated = event.timeStamp;
            if (key === "?") { this.listKeys(); return; }
            if (/^Arrow/.test(key)) this.roves = false;
            this.send("key", key, event.repeat ? { repeat: true } : {});
        }, { capture: true, signal: this.signal });
    }

    /** Open the menu at the list of the keys, or put it away. */
    listKeys() {
        const menu = this.el.querySelector("details.dlab-menu"), keys = menu?.querySelector(".dlab-popup > details:last-of-type");
        menu?.toggleAttribute("open");
        keys?.setAttribute("open", "");
        keys?.querySelector("summary")?.focus({ preventScroll: true });
    }

    /** The name by which the widget knows this key. @param {KeyboardEvent} event @param {boolean} plain */
    known(event, plain) {
        if (!plain || (event.shiftKey && !/^[^\p{L}\s]$/u.test(event.key))) return undefined;
        const key = event.key === " " ? "Space" : event.key;
        return (this.moment.keys ?? []).find((/** @type {string} */ one) => one.toLowerCase() === key.toLowerCase());
    }

    // --- size

    /** Words below several tables keep the room that they once took, so that the tables change their size seldom.
     * @returns {boolean} whether they have more room now */
    keepRoom() {
        const root = this.root, { talk, rack } = this.areas, shape = root?.dataset.shape ?? "";
        if (!root?.matches(".dlab-comparison") || shape === "large-narrow" || !this.moment.table) return false;
        const size = `${shape} ${root.clientWidth} ${root.style.getPropertyValue("--dlab-height")}`, broad = shape === "wide" || shape === "large";
        const below = !rack.firstElementChild;
        root.classList.toggle("dlab-rows", broad && !below);        // the words stand beside two rows of tables
        if (size !== this.roomFor || !below) root.style.removeProperty("--dlab-words");
        this.roomFor = size;
        const wanted = Math.min(broad ? talk.offsetHeight : talk.scrollHeight, Math.floor(MOST_WORDS * parseInt(root.style.getPropertyValue("--dlab-height"), 10)));
        if (!below || wanted <= parseInt(getComputedStyle(root).getPropertyValue("--dlab-words"), 10)) return false;
        root.style.setProperty("--dlab-words", `${wanted}px`);
        return true;
    }

    /** Take the layout for this width and height, and tell Python how large the picture may be. */
    fit() {
        const root = this.root;
        if (!root || !root.clientWidth || !this.over) return;
        this.look?.dress();
        const width = root.clientWidth, pane = paneOf(root), large = root.classList.contains("dlab-large");
        // In a window at 200 % zoom, words below the table would push it out of sight: they stand beside it.
        const low = pane < LOW_PANE && width >= 520 && width < 780 && !root.matches(".dlab-alone.dlab-comparison");
        root.classList.toggle("dlab-low", low);
        const shape = large && pane >= LEAST_PROJECTED ? (width >= (this.moment.table ? 780 : 860) ? "large" : "large-narrow") : width >= 780 || low ? "wide" : width >= 520 ? "middle" : "narrow";
        if (root.dataset.shape !== shape) root.dataset.shape = shape;
        const alone = root.matches(".dlab-single:not(.dlab-comparison)");     // a page has nothing else to show
        const height = low ? pane - 8 : Math.max(large ? pane - 16 : Math.min(alone ? pane : TALLEST, pane - 20), 400);
        root.style.setProperty("--dlab-height", `${height}px`);
        this.keepRoom();
        if (this.moment.table) {            // what stands round the table leaves it the rest; where that is little, the words give way
            const wanted = shape === "middle" || shape === "narrow" ? parseInt(getComputedStyle(root).getPropertyValue("--dlab-words"), 10) : 0;
            const below = wanted && this.areas.rack.querySelector(".dlab-tray");
            const rest = ["head", "top", ...(below ? [] : ["rack"]), "bar"].reduce((left, name) => left - this.areas[name].offsetHeight, height - 4);
            const words = Math.min(wanted, Math.max(rest - LEAST_TABLE, LEAST_WORDS)), tallest = below ? LOW_TABLE : Infinity;     // the tiles to choose from stand below
            root.style.setProperty("--dlab-talk", `${words}px`);
            root.style.setProperty("--dlab-table", `${Math.max(Math.min(rest - words, tallest), LEAST_TABLE)}px`);
        }
        this.fitted = this.feltSize();
        if (this.moment.table?.svg && this.placedOn !== this.fitted) this.drawTable(root, this.moment);
        if (this.live.parentNode !== this.el) return;
        this.shown = null;                  // in another size the list may show other entries
        this.keepInView();
        this.showReply(this.moment);
        this.fade();
        const { clientWidth, clientHeight } = this.over;
        const room = clientWidth > 100 && clientHeight > 60 ? [clientWidth & ~3, clientHeight & ~3] : this.model.get("room");
        report(this.model, { room, width });
    }
}

/** Where an event began: seen from outside, what is closed off by a shadow root is one element. @param {Event} event */
const targetOf = event => /** @type {HTMLElement} */ (event.composedPath()[0] ?? event.target);

/** What an event is about: where targets on the table lie over each other, the one whose middle is nearest.
 * @param {Event} event @returns {Element} */
const pointedAt = event => {
    const target = /** @type {Element} */ (event.target), { clientX, clientY, detail, type } = /** @type {PointerEvent} */ (event), kind = ".dlab-spot, .dlab-ghost";
    if (!target.closest?.(kind) || (type === "click" && !detail)) return target;        // a key has no place
    const far = (/** @type {Element} */ one) => { const { left, top, width, height } = one.getBoundingClientRect(); return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY); };
    const under = /** @type {Document} */ (target.getRootNode()).elementsFromPoint(clientX, clientY).filter(one => one.matches(kind) && one.parentElement === target.closest(kind)?.parentElement);
    return under.sort((one, other) => far(one) - far(other))[0] ?? target;
};

/** The rows in which arrow keys move: the cells of a table of chances, or the tiles of a triangle. @param {HTMLElement} target @returns {HTMLElement[][] | null} */
const gridOf = target => {
    const rows = target.matches("[data-cell]") ? target.closest("tbody")?.rows : target.matches(".dlab-triangle .dlab-tile") ? target.closest(".dlab-triangle")?.children : null;
    return rows ? [...rows].map(row => /** @type {HTMLElement[]} */ ([...row.children])) : null;
};

/** What an arrow key leads to; cells that say nothing are passed over. @param {HTMLElement[][]} rows @param {HTMLElement} target @param {string} key @returns {HTMLElement | undefined} */
const neighbour = (rows, target, key) => {
    let line = rows.findIndex(row => row.includes(target)), column = rows[line].indexOf(target);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    do { line += dy; column += dx; } while (rows[line]?.[column] && !rows[line][column].matches("[data-cell], .dlab-tile"));
    return rows[line]?.[column];
};

/** Where a tile may be put; what is under "*" takes any. @param {any} table @param {string} tile @returns {any[]} */
const placesOf = (table, tile) => table?.places?.[tile] ?? table?.places?.["*"] ?? [];

/** @param {string} value */
const parse = value => { try { return JSON.parse(value); } catch { return value; } };

/** @param {DOMRect} box @param {MouseEvent} event @param {number} margin */
const within = (box, event, margin) => event.clientX > box.left - margin && event.clientX < box.right + margin && event.clientY > box.top - margin && event.clientY < box.bottom + margin;
