/**
 * A triangle of tiles on a page without a kernel. A set of tiles is a text of 0 and 1, a digit for each tile; the page
 * has every view with ⟦places⟧ for numbers and names, and the chance of each count in words.
 */

/** @typedef {{ tiles: string[], moments: Record<string, any>, shares: string[], names: Record<string, string>, own: string, options: string[],
 *   adding: string[], compared: string, bad: string, asks: boolean, sums: string[], longest: number, state: Record<string, any> }} Triangle */

class TriangleOnPage {
    /** @param {{ triangle: Triangle }} recorded */
    constructor({ triangle }) {
        this.data = triangle;
        /** @type {Record<string, any>} */ this.traits = { parts: [] };
        /** @type {(() => void)[]} */ this.told = [];
        /** @type {Record<string, any>} */ this.state = { ...triangle.state, stop: triangle.tiles[0] };
        this.show();
    }

    /** @param {string} name */
    get(name) { return this.traits[name]; }

    /** @param {string} name @param {any} value */
    set(name, value) { this.traits[name] = value; }

    save_changes() {}

    /** A triangle asks nothing and has no last step. */
    get progress() { return { number: 0, answered: 0, right: 0, done: true }; }

    /** @param {string} event @param {() => void} callback */
    on(event, callback) { if (event === "change") this.told.push(callback); }

    /** @param {{ do: string, value: any }} message */
    send({ do: what, value }) {
        const { state, data } = this;
        if (what === "tap" && !state.waits) {
            const which = state.tab === "two" ? state.turn : "a", at = data.tiles.indexOf(value);
            state[which] = [...state[which]].map((bit, place) => place === at ? String(1 - Number(bit)) : bit).join("");
            state.stop = value;
        } else if (what === "ready") {
            const [which, place] = value, inside = state[which] = data.options[place];
            if (which === "a") Object.assign(state, { waits: data.asks && inside.includes("1"), guess: "", note: "" });
        } else if (what === "sum") state.a = data.sums[value];
        else if (what === "tab" || what === "turn") state[what] = value;
        else if (what === "swap") state.a = [...state.a].map(bit => 1 - Number(bit)).join("");
        else if (what === "empty") state.a = state.a.replace(/1/g, "0");
        else if (what === "estimate") {
            const valid = isChance(value);
            Object.assign(state, valid ? { guess: value.trim().replace(/\s+/g, " ").slice(0, data.longest), note: "", waits: false } : { note: data.bad });
        }
        this.show();
    }

    /** @returns {Record<string, string>} */
    get facts() {
        const { data, state: { a, b, guess, note } } = this, count = (/** @type {(inA: boolean, inB: boolean) => boolean} */ fits) => [...a].filter((bit, place) => fits(bit === "1", b[place] === "1")).length;
        const counts = { all: a.length, a: count(inA => inA), b: count((_, inB) => inB), both: count((inA, inB) => inA && inB), either: count((inA, inB) => inA || inB), only_a: count((inA, inB) => inA && !inB),
            only_b: count((inA, inB) => !inA && inB), neither: count((inA, inB) => !inA && !inB), not_a: count(inA => !inA), not_b: count((_, inB) => !inB) };
        /** @type {Record<string, string>} */ const facts = { guess, note, a_name: data.names[a] ?? data.own, b_name: data.names[b] ?? data.own };
        for (const [name, number] of Object.entries(counts)) [facts[name], facts[`${name}_share`]] = [String(number), data.shares[number]];
        return { ...facts, adding: filled(data.adding[counts.both ? 1 : 0], facts), compared: guess && filled(data.compared, facts) };
    }

    show() {
        const { data, state } = this, { facts } = this;
        const moment = data.moments[state.waits ? "waits" : state.tab === "two" && state.turn === "b" ? "twob" : state.tab];
        /** @param {any} node @returns {any} */
        const made = node => {
            if (typeof node === "string") return filled(node, facts);
            if (Array.isArray(node)) return node.map(made).filter(one => one?.is !== "p" || one.text !== "");
            if (node === null || typeof node !== "object") return node;
            const whole = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, made(value)]));
            if (node.do === "tap") {
                const at = data.tiles.indexOf(node.tile), mark = moment.marks[Number(state.a[at]) + 2 * Number(state.b[at])];
                return { ...whole, ...mark, name: (mark.name ?? node.tile).replace("⟦tile⟧", node.tile), stop: node.tile === state.stop };
            }
            if (node.do === "ready") return { ...whole, at: Math.max(0, data.options.indexOf(state[node.value])) };
            if (node.do === "sum") return { ...whole, pressed: data.sums[node.value] === state.a, css: data.sums[node.value] === state.a ? "scored" : "" };
            return whole;
        };
        this.traits.shown = made({ ...moment, marks: null });
        for (const tell of this.told) tell();
    }
}

/** A text with what belongs in its places. @param {string} text @param {Record<string, string>} facts */
const filled = (text, facts) => text.replace(/⟦(\w+)⟧/g, (_, name) => facts[name]);

/** Whether a text is a chance: `12 %`, `0.12` or `1/8`; a whole number over 1 is read as percent. @param {string} typed */
const isChance = typed => {
    const [, number, below, percent] = typed.replace(/\s/g, "").replace(",", ".").match(/^(\d{0,9}(?:\.\d{0,9})?)(?:\/(\d{1,12}))?(%?)$/) ?? [];
    if (!number || number === "." || (below && (percent || number.includes(".")))) return false;
    const value = below ? Number(number) / Number(below) : Number(number);
    return below ? value <= 1 : value <= 100;
};
