/**
 * A page to practise: it chooses the questions of the day, marks exercises, and remembers in the browser what comes back.
 *
 * It stands below `pages.js` and `exercise.js` in one script. What comes back when is as in `sessions/practice.py`.
 */

/**
 * @typedef {{ name: string, kind: string, level: number, game: boolean, draws: number[] }} Topic  `draws` are the places of its questions on the page
 * @typedef {{ tries: number, wrong: number, streak: number, due: number }} Practised  `due` is a day, counted from 1970
 * @typedef {{ topics: Topic[], n: number, returns: number[], perLevel: number, told: Record<string, string>, score: string }} PracticeData
 */

const PRACTISED = "domino_lab practice";

/** What was practised: it lies in the browser, or only here if the browser refuses. */
class PracticeBook {
    /** @param {PracticeData} data */
    constructor(data) {
        this.data = data;
        this.keeps = true;
        /** @type {Record<string, Practised>} */ this.practised = {};
        this.read();
    }

    read() {
        try {
            const text = localStorage.getItem(PRACTISED), whole = (/** @type {any} */ one) => Number.isInteger(one) && one >= 0;
            /** @type {any} */ let found = {};
            try { found = Object(JSON.parse(text ?? "{}")); } catch { /* somebody else wrote it: begin anew */ }
            this.practised = {};
            for (const { name } of this.data.topics) {
                const { tries, wrong, streak, due } = found[name] ?? {};
                if ([tries, wrong, streak, due].every(whole) && wrong <= tries && streak <= tries) this.practised[name] = { tries, wrong, streak, due };
            }
            this.rest = Object.fromEntries(Object.entries(found).filter(([name]) => !(name in this.practised)));
        } catch { this.keeps = false; }
    }

    /** @param {Topic} topic @param {boolean} right */
    note({ name }, right) {
        if (this.keeps) this.read();
        const { returns } = this.data, { tries, wrong, streak } = this.practised[name] ?? { tries: 0, wrong: 0, streak: 0 };
        const row = right ? streak + 1 : 0, wait = returns[Math.min(Math.max(row - 1, 0), returns.length - 1)];
        this.practised[name] = { tries: tries + 1, wrong: wrong + Number(!right), streak: row, due: this.today + wait };
        try { localStorage.setItem(PRACTISED, JSON.stringify({ ...this.rest, ...this.practised })); } catch { this.keeps = false; }
    }

    forget() {
        this.practised = {};
        this.rest = {};
        try { localStorage.removeItem(PRACTISED); } catch { this.keeps = false; }
    }

    get today() {
        const now = new Date();
        return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000);
    }

    /** One more for every few topics whose last first answer was right. */
    get level() {
        const right = Object.values(this.practised).filter(one => one.streak > 0).length;
        return Math.min(1 + Math.floor(right / this.data.perLevel), Math.max(...this.data.topics.map(topic => topic.level)));
    }

    /** Whether a topic comes back today, or should have before. @param {Topic} topic */
    isBack({ name }) {
        const known = this.practised[name];
        return Boolean(known) && known.due <= this.today && known.streak <= this.data.returns.length;
    }

    /** The topics of today: what comes back, what is new, then what comes back next. */
    choose() {
        const { practised, level, data } = this, wrong = (/** @type {string} */ kind) => data.topics.reduce((sum, topic) => sum + (topic.kind === kind ? practised[topic.name]?.wrong ?? 0 : 0), 0);
        const known = (/** @type {Topic} */ { name }) => practised[name].streak > data.returns.length;
        const tried = data.topics.filter(({ name }) => name in practised).sort((a, b) => Number(known(a)) - Number(known(b)) || practised[a.name].due - practised[b.name].due || (a.name < b.name ? -1 : 1));
        const fresh = data.topics.filter(({ name }) => !(name in practised)), counts = [0, 0];
        const place = new Map(fresh.map(({ name, game }) => [name, 2 * counts[Number(game)]++ + Number(game)]));      // exercises and games take turns
        fresh.sort((a, b) => Math.max(level, a.level) - Math.max(level, b.level) || wrong(b.kind) - wrong(a.kind) || a.level - b.level || Number(place.get(a.name)) - Number(place.get(b.name)));
        return [...tried.filter(topic => this.isBack(topic)), ...fresh, ...tried.filter(topic => !this.isBack(topic))].slice(0, data.n);
    }
}

/** Show the questions of today in `main`, with the score, what is remembered, and the button that forgets it.
 * @param {PracticeData} data @param {Recorded[]} hands @param {any} terms @param {Element} main */
const practise = (data, hands, terms, main) => {
    const book = new PracticeBook(data), { told } = data, today = h("p"), news = h("p", { role: "status" }), kept = h("p.note");
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) => {
        const made = h("button.button", { type: "button" }, told[name]);
        made.addEventListener("click", act);
        return made;
    };
    const score = h("p.score", { role: "status" }), list = h("div");
    let stop = new AbortController();
    const fill = () => {
        stop.abort();
        stop = new AbortController();
        const chosen = book.choose(), back = chosen.filter(topic => book.isBack(topic)).length, fresh = chosen.filter(({ name }) => !(name in book.practised)).length;
        today.textContent = told.page_today.replace("{back}", String(back)).replace("{new}", String(fresh)).replace("{level}", String(book.level));
        kept.textContent = book.keeps ? told.page_private : told.page_unkept;
        /** @type {RecordedHand[]} */ const models = [];
        const count = () => {
            const answered = models.filter(model => 0 in model.first), right = answered.filter(model => model.first[0]);
            score.textContent = data.score.replace("{answered}", String(answered.length)).replace("{right}", String(right.length)).replace("{number}", String(models.length));
            tellProgress(models);
        };
        list.replaceChildren(...chosen.map(topic => {
            const recorded = hands[topic.draws[(book.practised[topic.name]?.tries ?? 0) % topic.draws.length]];
            const stage = h("div.stage"), live = h("div.live", { "aria-live": "polite", "aria-atomic": "true" });
            const section = h("section.root.alone", { "data-topic": topic.name, css: "exercise" in recorded ? "exercise" : "quiz" }, stage), model = modelOf(recorded);
            models.push(model);
            let isNoted = false;
            model.on("change", () => {
                if (0 in model.first && !isNoted) {
                    isNoted = true;
                    book.note(topic, model.first[0]);
                    kept.textContent = book.keeps ? told.page_private : told.page_unkept;
                }
                count();
            });
            new View(/** @type {any} */ (model), stage, stop.signal, live, terms).start();
            return section;
        }));
        count();
    };
    main.append(h("div.code-place", {}, today), list, h("div.root.code-place", {}, h("div.row", {},
        button("page_more", () => { news.textContent = ""; fill(); scrollTo(0, 0); }),
        button("page_forget", () => { book.forget(); fill(); news.textContent = told.page_forgotten; })), news, kept), score);
    fill();
};
