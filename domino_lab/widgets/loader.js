// @ts-check
/**
 * The loader, which every stage carries: it asks its own kernel for the script of the stages, once a page.
 *
 * The script comes in a message, and messages come from Python alone. It runs only if its SHA-256 is the one that stands
 * here, in what no page can write. Where nobody answers, as in a saved notebook, the picture is shown that is there.
 */

/** @typedef {{ get(name: string): any, send(content: object): void, widget_manager?: any,
 *   on(event: string, callback: (...values: any[]) => void): void }} Model
 * @typedef {{ model: Model, el: HTMLElement, signal: AbortSignal }} Place
 * @typedef {{ make: () => { render(place: Place): void } }} Made
 * @typedef {{ made: Promise<Made>, take: (code: string) => void, taken: boolean, asking: boolean, wait: number, askers: Place[] }} Page */

const DIGEST = "", TOLD = "", OFFER = "";      // Python writes here what the script must be, and what a reader is told without it
const FIRST = 500, LAST = 4000;     // ms after which the next view asks for the script; each time twice as many
const PATIENCE = 4000;              // ms after which the picture is shown

/** The SHA-256 of a text of single bytes, by FIPS 180-4: a page without https has no `crypto.subtle`. @param {string} text */
const digest = text => {
    /** @type {number[]} */ const primes = [];
    for (let one = 2; primes.length < 64; one += 1) if (primes.every(prime => one % prime)) primes.push(one);
    const fraction = (/** @type {number} */ root) => (root % 1) * 2 ** 32 | 0;
    const keys = primes.map(prime => fraction(Math.cbrt(prime))), sums = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));
    const words = new Int32Array((text.length + 8 >> 6) + 1 << 4), put = (/** @type {number} */ byte, /** @type {number} */ at) => { words[at >> 2] |= byte << 24 - 8 * (at % 4); };
    for (let at = 0; at < text.length; at += 1) put(text.charCodeAt(at), at);
    put(128, text.length);
    words[words.length - 1] = 8 * text.length;
    const turn = (/** @type {number} */ word, /** @type {number} */ by) => word >>> by | word << 32 - by;
    const mixed = new Int32Array(64);
    for (let block = 0; block < words.length; block += 16) {
        let [a, b, c, d, e, f, g, h] = sums;
        for (let at = 0; at < 64; at += 1) {
            const one = mixed[at - 15], two = mixed[at - 2];
            mixed[at] = at < 16 ? words[block + at] : mixed[at - 16] + mixed[at - 7]
                + (turn(one, 7) ^ turn(one, 18) ^ one >>> 3) + (turn(two, 17) ^ turn(two, 19) ^ two >>> 10);
            const first = h + keys[at] + mixed[at] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g);
            const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
            h = g; g = f; f = e; e = d + first | 0; d = c; c = b; b = a; a = first + second | 0;
        }
        [a, b, c, d, e, f, g, h].forEach((word, at) => { sums[at] = sums[at] + word | 0; });
    }
    return sums.map(word => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

/** @param {string} code @returns {Promise<Made>} */
const unpacked = async code => {
    const packed = Uint8Array.from(atob(code), one => one.charCodeAt(0));
    const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
    const [script, look, terms] = text.split("\0");
    document.head.append(Object.assign(document.createElement("style"), { textContent: look }));
    const { default: make } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    return { make: () => make(...JSON.parse(terms), look) };
};

/** @returns {Page} */
const begin = () => {
    /** @type {any} */ const begun = { taken: false, asking: false, wait: FIRST, askers: [] };
    begun.made = new Promise(done => {
        begun.take = (/** @type {string} */ code) => {
            if (begun.taken || digest(code) !== DIGEST) return;
            begun.taken = true;
            done(unpacked(code));
        };
    });
    return begun;
};

/** All stages of a page share one script; kernels with different ones have one each. @type {Page} */
const page = ((/** @type {any} */ (globalThis)).dominoLab ??= {})[DIGEST] ??= begin();

/** A notebook that is closed leaves its models behind, and what they send is an error in the console. @param {Model} model */
const isAlone = ({ widget_manager: manager }) => !!manager && (manager.isDisposed || manager.kernel === null || !!manager.kernel?.isDisposed);

/** The views ask in turn until one of their kernels answers: one kernel may be busy for long, or gone. */
const ask = () => {
    page.askers = page.askers.filter(({ model, signal }) => !signal.aborted && !isAlone(model));
    const next = page.askers.shift();
    page.asking = !page.taken && !!next;
    if (!next || page.taken) return;
    page.askers.push(next);
    next.model.send({ script: DIGEST });
    setTimeout(ask, page.wait);
    page.wait = Math.min(2 * page.wait, LAST);
};

/** What is known of a view without the script: as an image, in which nothing can run. @param {Place} place @returns {() => void} what takes it away */
const showPicture = ({ model, el }) => {
    const { name, status, table } = model.get("shown") ?? {}, told = document.createElement("p"), line = model.get("line");
    told.textContent = [...[name, table?.svg ? "" : table?.alt ?? status].filter(Boolean).map(one => one.replace(/\.?$/, ".")), line ? OFFER : TOLD, ""].join(" ");
    if (line) told.append(Object.assign(document.createElement("code"), { textContent: line }));
    el.replaceChildren(told);
    if (table?.svg) el.prepend(Object.assign(new Image(), { alt: table.alt, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(table.svg)}` }));
    const empty = /** @type {HTMLElement[]} */ ([...(el.closest(".dlab-root")?.querySelectorAll("canvas") ?? [])]);
    for (const canvas of empty) canvas.style.display = "none";
    return () => {
        el.replaceChildren();
        for (const canvas of empty) canvas.style.display = "";
    };
};

export default () => {
    /** @type {{ render(place: Place): void }} */
    let stage;
    return {
        /** @param {{ model: Model }} place */
        initialize({ model }) { model.on("msg:custom", content => { if (typeof content?.script === "string") page.take(content.script); }); },
        /** @param {Place} place */
        async render(place) {
            let clear = () => {};
            const late = setTimeout(() => { clear = showPicture(place); }, isAlone(place.model) ? 0 : PATIENCE);
            if (!page.taken) page.askers.unshift(place);
            if (!page.taken && !page.asking) ask();
            const { make } = await page.made;
            clearTimeout(late);
            clear();
            if (!place.signal.aborted) (stage ??= make()).render(place);
        },
    };
};
