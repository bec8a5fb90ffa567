/**
 * A page without a kernel: every moment was made beforehand, and this finds the one that a press leads to.
 *
 * It stands below `stage.js` in one script, and is to a view what the model of a stage is in a notebook. What is shown
 * is looked up by the number of questions answered, the step, and what was answered there; nothing is worked out here
 * but where the reader goes.
 */

/**
 * @typedef {Record<string, [any[], number[]]>} Columns  for each name its values, and by how much their number grows from row to row
 * @typedef {{ at: number, step: number, number: boolean, answers: any, replies: string[], hints: string[], least: number, other: string, low: string, high: string }} Ask  the reply to each answer, which for numbers is a place in `replies`; a right answer has none
 * @typedef {{ sheet: import("./codes").Sheet, label: string, told: string, qr: string }} Code
 * @typedef {{ moments: Columns, places: (number | Record<string, number>)[][], parts: any[], rooms: number[], asks: Ask[],
 *   end: number, start: number, said: number, front: number | undefined, narrow: boolean[], notes: number[], jumps: Record<string, number[]>, jumpKeys: Record<string, string> | undefined, keys: Record<string, string>, speeds: number[], speed: number, pause: any }} Recorded
 */

const MARKS = "\u0001\u0002\u0003\u0004";      // stand for the reply and the hints in a moment that has them

/** @param {unknown} text */
const isMark = text => typeof text === "string" && text.length === 1 && MARKS.includes(text);

/** What a view takes for its model: it shows moments that were made beforehand, with a picture for the width there is. */
class PageModel {
    /** @param {{ moments: Columns, parts: any[], rooms: number[] }} data */
    constructor({ moments, parts, rooms }) {
        this.rooms = rooms;
        /** @type {Record<string, any>} */ this.traits = { room: [0, 0], width: 0, parts };
        /** @type {(() => void)[]} */ this.told = [];
        this.moments = rowsOf(moments);
    }

    /** @param {string} name */
    get(name) { return this.traits[name]; }

    /** @param {string} name @param {any} value */
    set(name, value) { this.traits[name] = value; }

    save_changes() {
        if (this.room !== this.drawnFor) this.show();
    }

    /** @param {string} event @param {() => void} callback */
    on(event, callback) { if (event === "change") this.told.push(callback); }

    /** The number of the pictures for the width there is. */
    get room() {
        const width = this.traits.width || innerWidth;
        return this.rooms.findLastIndex(least => width >= least);
    }

    show() {}

    /** Show a moment. @param {Record<string, any>} moment */
    tell(moment) {
        this.dress(moment);
        for (const tell of this.told) tell();
    }

    /** Take a moment as the one that is shown, with the table of the size that there is room for. @param {Record<string, any>} moment */
    dress(moment) {
        const room = this.drawnFor = this.room;
        for (const [name, value] of Object.entries(moment)) {
            const [, fact, at] = name.match(/^table\.(\w+)\.(\d*)$/) ?? [];
            if (fact && (at === "" || Number(at) === room)) (moment.table ??= {})[fact] = value;
        }
        if (moment.table) moment.table.svg = drawing(moment.table.svg);
        this.traits.shown = this.finish(moment);
    }

    /** The moment as it is shown, once it has its table. @param {Record<string, any>} moment */
    finish(moment) { return moment; }
}

class RecordedHand extends PageModel {
    /** @param {Recorded} data */
    constructor(data) {
        super(data);
        this.data = data;
        /** @type {string[]} */ this.said = Array(data.said).fill("shown");    // how each question was answered: "right" or "shown"
        this.step = data.start;
        this.speed = data.speeds[data.speed];
        this.front = data.front;        // of several tables, the one that is shown where there is room for one
        this.timer = 0;
        /** @type {boolean[]} */ this.first = [];               // by question, whether the first answer was right
        /** @type {(string | null)[]} */ this.given = [];       // the first answer; null if it was only shown
        this.forget();
        this.show();
    }

    /** The question that waits for its answer, with all that lies behind it. */
    get ask() { return this.data.asks[this.said.length]; }

    /** How many questions there are for this reader, how many are answered, how many right at the first try; and whether all are answered or, if there are none, whether this is the last step. */
    get progress() {
        const { data, first, step } = this, number = data.asks.length - data.said, answered = first.filter(right => right !== undefined);
        return { number, answered: answered.length, right: answered.filter(Boolean).length, done: number ? answered.length === number : step === data.end };
    }

    forget() { this.hinted = 0; this.reply = ""; }

    /** @param {{ do: string, value: any, repeat?: boolean }} message */
    send({ do: what, value, repeat }) {
        const { data, ask, step } = this, kind = what === "key" ? data.jumpKeys?.[value] : undefined;
        if (kind) return this.send({ do: "jump", value: kind });
        const does = what === "key" ? data.keys[value] : what;
        if (repeat && ask && ask.at === step) return;           // a key that is held down stops at a question
        if (does !== "play") this.halt();
        if (does === "next") this.go(step + 1);
        else if (does === "previous") this.go(step - 1);
        else if (does === "first") this.go(0);
        else if (does === "last") this.go(data.end);
        else if (does === "go") this.go(Number(value));
        else if (does === "jump") this.go((data.jumps[value].includes(step) && data.jumps[value].find(one => one > step)) || (data.jumps[value][0] ?? step));
        else if (does === "next_note") this.go(data.notes.find(one => one > step) ?? data.notes[0]);
        else if (does === "play") this.timer ? this.halt() : this.run();
        else if (does === "speed") this.speed = data.speeds[value];
        else if (does === "front") this.front = value;
        else if (does === "hint") this.hinted += 1;
        else if (does === "show_answer" && ask) this.settle("shown");
        else if (does === "answer" && ask) this.answer(ask, String(value));
        this.show();
    }

    /** A question in between stops it; from the question it goes on. @param {number} to */
    go(to) {
        const step = Math.min(Math.max(to, 0), this.data.end), home = step === 0 && this.step > 0;
        if (this.ask && this.ask.at === this.step && this.ask.step <= step && !home) {
            this.keep(null, false);
            this.said.push("shown");
        }
        this.forget();
        const { ask } = this;
        this.step = !ask || step < ask.step || home ? step : ask.at;
    }

    /** @param {Ask} ask @param {string} given */
    answer(ask, given) {
        const [first] = given.trim().split(/\s+/), number = ask.number && /^[+-]?\d{1,6}$/.test(first) ? Number(first) : NaN;
        const key = ask.number ? String(number) : given, place = number - ask.least;
        const known = ask.number ? place in ask.answers : Object.hasOwn(ask.answers, key);
        if (!known && !ask.number) return;
        // Beyond the numbers that have a reply each, one is too high or too low by the sign alone.
        const reply = known ? ask.number ? ask.replies[ask.answers[place]].replace("{given}", key) : ask.answers[key] : isNaN(number) ? ask.other : (number < 0 ? ask.low : ask.high).replace("{given}", first);
        if (known || !isNaN(number)) this.keep(key, reply === "");
        if (known && reply === "") this.settle("right");
        else this.reply = reply;
    }

    /** Keep an answer to the question that waits, if it is the first. @param {string | null} given @param {boolean} right */
    keep(given, right) {
        const at = this.said.length;
        if (at in this.first) return;
        this.given[at] = given;
        this.first[at] = right;
    }

    /** @param {string} how */
    settle(how) {
        this.keep(null, false);
        this.step = this.data.asks[this.said.length].step;
        this.said.push(how);
        this.forget();
    }

    run() {
        this.timer = window.setInterval(() => {
            if (this.step === this.data.end || (this.ask && this.step === this.ask.at)) this.halt();
            else this.go(this.step + 1);
            this.show();
        }, 1000 * this.speed);
    }

    halt() { clearInterval(this.timer); this.timer = 0; }

    /** What is shown at a step when so many questions are answered, and the one about this step rightly. @param {number} answered @param {number} step */
    at(answered, step) {
        const places = this.data.places[answered][step];
        return { ...this.moments[typeof places === "number" ? places : places.right ?? places[""]] };
    }

    /** The last table or, as long as a question waits, that at the last question. */
    get lastTable() {
        const { data: { asks, end }, ask } = this;
        return ask ? this.at(asks.length - 1, asks[asks.length - 1].at) : this.at(asks.length, end);
    }

    /** Every step with its comment, as nodes; a question that waits stands in place of the step that it is about. @returns {any[][]} */
    get listing() {
        const { data: { asks, end }, said } = this;
        return Array.from({ length: end + 1 }, (_, step) => {
            const number = asks.findIndex((one, number) => one.step === step && number >= said.length);
            if (number >= 0) return [boxed(this.at(number, asks[number].at), "question")[0], { is: "p", css: "blank", text: "\u00a0" }];
            const moment = this.at(asks.length, step), verdict = moment.talk.find((/** @type {any} */ one) => one.css === "verdict right");
            return [moment.status.replace(verdict?.text ?? "", "").trim(), ...boxed(moment, "comment")];
        });
    }

    show() {
        const { data, step, ask, said, room } = this;
        const answered = data.asks.findIndex((one, number) => one.step === step && number < said.length);
        const table = this.front === undefined || !data.narrow[room] ? "" : `front${this.front}`;
        const more = ask && ask.at === step && (this.hinted || this.reply) ? "reply" : "";
        const places = data.places[said.length][step];
        const found = this.moments[typeof places === "number" ? places : places[`${answered < 0 ? "" : said[answered]}${more}${table}`]];
        const moment = replaced(found, [this.reply, ...ask?.hints.slice(0, this.hinted) ?? []], this.hinted >= (ask?.hints.length ?? 0), this.timer ? data.pause : null);
        this.tell(moment);
    }
}

/** The rows of a table that is written by columns: the values of each, and by how much their number grows from row to row.
 * @param {Columns} columns @returns {Record<string, any>[]} */
const rowsOf = columns => {
    /** @type {Record<string, any>[]} */ const rows = [];
    for (const [name, [values, steps]] of Object.entries(columns)) {
        let number = 0;
        steps.forEach((step, row) => {
            number += step;
            rows[row] ??= {};
            if (number) rows[row][name] = values[number - 1];
        });
    }
    return rows;
};

/** A picture with its tiles and boxes written out. @param {string} short */
const drawing = short => short
    .replace(/<u([\w-]+) (\S+) (\S+) (\d+) (\d+)>/g, '<use href="#domino-$1" x="$2" y="$3" width="$4" height="$5"/>')
    .replace(/<b(-?\d+) (\S+) (\d+) (\d+) (\d+)>/g, '<rect x="$1" y="$2" width="$3" height="$4" rx="$5"/>');

/** The moment with the reply and the hints that are shown in their places, without the places of the others, and the button that pauses while the hand plays. @param {any} found @param {(string | undefined)[]} told @param {boolean} all  whether there are no more hints @param {any} pause @returns {any} */
const replaced = (found, told, all, pause) => {
    if (Array.isArray(found)) return found.map(one => replaced(one, told, all, pause)).filter(one => one !== undefined);
    if (typeof found === "string") return isMark(found) ? told[MARKS.indexOf(found)] || told.at(-1) : found;
    if (found === null || typeof found !== "object") return found;
    if (pause && found.do === "play") return pause;
    const mark = found.key === "reply-why" ? MARKS[0] : found.text;
    if (isMark(mark) ? !told[MARKS.indexOf(mark)] : all && found.do === "hint") return undefined;
    return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, replaced(value, told, all, pause)]));
};

/** The texts in a box of the words, without those about marks. @param {any} moment @param {string} css @returns {any[]} */
const boxed = (moment, css) => moment.talk.find((/** @type {any} */ one) => one.css === css)?.in.filter((/** @type {any} */ one) => !one.is || (one.is === "p" && one.css !== "note")) ?? [];

/** On paper a hand has its last table, and below it all steps with their comments. @param {RecordedHand} model @param {View} view @param {Element} main */
const listOnPaper = (model, view, main) => {
    /** @param {Record<string, any>} moment */
    const draw = moment => {
        model.dress(moment);
        view.moment = {};           // nothing flies
        view.draw();
    };
    const list = h("section.root.listing");
    addEventListener("beforeprint", () => {
        const [deal, ...moves] = model.listing.map(nodes => build(nodes, view.words));
        list.replaceChildren(...deal, h("ol", {}, moves.map(nodes => h("li", {}, nodes))));
        main.append(list);
        main.style.setProperty("--dlab-paper", "66mm");
        draw(model.lastTable);
    });
    addEventListener("afterprint", () => {
        list.remove();
        model.show();
    });
};

/** A page in a frame tells the page around it how high it is on paper, where it has no buttons: nothing is cut off there. @param {HTMLElement} main */
const tellHeight = main => {
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).filter(rule => rule instanceof CSSMediaRule && rule.media.mediaText === "print");
    const put = (/** @type {string} */ media) => rules.forEach(rule => { /** @type {CSSMediaRule} */ (rule).media.mediaText = media; });
    put("all");
    const paper = 20 + Math.max(...[640, 720].map(wide => {         // as wide as sheets are: lines of words break, or pictures grow
        main.style.width = `${wide}px`;
        return main.offsetHeight;
    }));
    main.style.width = "";
    put("print");
    parent.postMessage({ paper }, "*");
};

/** The page is dark where the system is, and light on paper. */
const follow = () => {
    const wish = matchMedia(DARK), tell = (/** @type {boolean} */ dark) => { document.body.dataset.jpThemeLight = String(!dark); };
    wish.addEventListener("change", () => tell(wish.matches));
    addEventListener("beforeprint", () => tell(false));
    addEventListener("afterprint", () => tell(wish.matches));
    tell(wish.matches);
};

/** The number in a code of the first answer to each question of a page. @param {import("./codes").Sheet} sheet @param {RecordedHand[]} recorded */
const numbersOn = (sheet, recorded) => recorded.flatMap(one => one.data.asks.map((_, at) => one.given[at])).map((given, at) => numberOf(sheet.questions[at], given));

/** Show the code of the first answers, from the first of them on. @param {Code} code @param {RecordedHand[]} recorded @param {Element} main */
const offerCode = (code, recorded, main) => {
    const shown = h("b.code-signs", { translate: "no" }), place = h("div.code-told", { role: "status" },
        h("p", {}, h("span", {}, code.label), " ", shown), h("p.note", {}, code.told));
    const qr = h("details", {}, h("summary", {}, code.qr), " ");
    const around = h("div.code-place", { hidden: true }, place, qr);
    main.append(around);
    const tell = () => {
        around.hidden = recorded.every(one => !one.first.length);
        shown.textContent = codeOf(code.sheet, numbersOn(code.sheet, recorded));
        qr.lastChild?.replaceWith(qrDrawing(bare(shown.textContent), code.qr));
    };
    for (const model of recorded) model.on("change", tell);
};

/** The model of what was recorded. @param {any} data */
const modelOf = data => "triangle" in data ? new TriangleOnPage(data) : "lab" in data ? new LabOnPage(data) : "exercise" in data ? new ExerciseOnPage(data) : "positions" in data ? new BoardOnPage(data) : new RecordedHand(data);

/** Show at the foot of the window how many questions are answered. @param {string} score @param {Code | undefined} code @param {RecordedHand[]} recorded @param {Element | null} main */
const tellScore = (score, code, recorded, main) => {
    const line = h(recorded.length > 1 ? "p.score" : "p.note.code-place", { role: "status" }), count = () => {
        const first = recorded.flatMap(one => one.first.filter(right => right !== undefined)), sheet = code?.sheet;
        const lost = sheet?.points ? numbersOn(sheet, recorded).reduce((sum, number, at) => sum - (number && pointsOf(sheet, at, number)), 0) : 0;
        line.textContent = score.replace("{answered}", String(first.length)).replace("{right}", String(first.filter(Boolean).length)).replace("{lost}", String(Math.round(10 * lost) / 10));
    };
    for (const model of recorded) model.on("change", count);
    count();
    main?.append(line);         // above the code, which it would cover: it stays in sight at the foot of the window
};

/** Tell whoever listens, such as a script for a learning platform, how far the reader is. @param {{ progress: { number: number, answered: number, right: number, done: boolean } }[]} models */
const tellProgress = models => {
    const told = models.map(model => model.progress), sum = (/** @type {"number" | "answered" | "right"} */ name) => told.reduce((sum, one) => sum + one[name], 0);
    document.dispatchEvent(new CustomEvent("domino-lab-progress", { detail: { number: sum("number"), answered: sum("answered"), right: sum("right"), done: told.every(one => one.done) } }));
};

/** Show what was recorded in the elements of the page that wait for it.
 * @param {{ hands: Recorded[], definitions: Record<string, string>, forms: Record<string, string>, dominoes: string, score?: string, code?: Code, no_code?: string, still?: string, practice?: PracticeData }} page */
export const open = ({ hands, definitions, forms, dominoes, score, code, no_code, still, practice }) => {
    follow();
    document.body.insertAdjacentHTML("afterbegin", `<svg class="dlab-dominoes" width="0" height="0" aria-hidden="true">${dominoes}</svg>`);
    const main = document.querySelector("main");
    if (practice && main) return practise(practice, hands, { definitions, forms }, main);
    const places = [...document.querySelectorAll(".dlab-stage")], recorded = hands.map(modelOf);
    recorded.forEach((model, number) => {
        const live = h("div.live", { "aria-live": "polite", "aria-atomic": "true" });
        const view = new View(/** @type {any} */ (model), /** @type {HTMLElement} */ (places[number]), new AbortController().signal, live, { definitions, forms });
        view.start();
        if (main && model instanceof RecordedHand && hands.length === 1 && model.data.end && !model.data.jumps && parent === window) listOnPaper(model, view, main);
    });
    if (main && parent !== window) {
        main.classList.add("dlab-framed");
        let late = 0;
        const soon = () => { clearTimeout(late); late = window.setTimeout(tellHeight, 500, main); };
        for (const model of recorded) model.on("change", soon);
        soon();
    }
    for (const model of recorded) model.on("change", () => tellProgress(recorded));
    tellProgress(recorded);
    if (still && main) {                // a picture of a view: nothing in it does anything
        main.setAttribute("role", "img");
        main.setAttribute("aria-label", still);
        main.inert = true;
    }
    if (score) tellScore(score, code, recorded, main);
    if (code && main) offerCode(code, recorded, main);
    if (no_code) main?.append(h("p.note.code-place", {}, no_code));
};
