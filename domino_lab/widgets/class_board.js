/**
 * The class board as a page: reads codes, one a line, and draws how often each answer was given. All that it shows is
 * worked out again from the text in the field, which files and QR codes only add to. `codes.js` stands above it.
 *
 * @typedef {[string, boolean, string]} Answer  its text, whether it is right, and the reply to it
 * @typedef {{ text: string, answers: Answer[], picture?: [string, string] }} Question  with the picture as SVG, and in words
 * @typedef {{ sheet: Sheet, scores: string, beside: [number, string] | null, questions: Question[], words: Record<string, string>, few: number, most: number, letters: number, refused: number }} Asked
 * @typedef {{ name: string, numbers: number[] }} Entry
 */

/* eslint-disable no-control-regex -- what controls a terminal is taken out of names */
const STEERING = /[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0001}]/gu;
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/, NUMBER = /^[+-]?\d+(\.\d+)?$/, LINES = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
/* eslint-enable no-control-regex */
const LONGEST_LINE = 400, LONGEST_NAME = 40;

/** @param {string} text @param {number} most */
const cut = (text, most) => text.length > most ? [...text].slice(0, most).join("") : text;

/** @param {string} text */
const oneLine = text => text.replace(STEERING, " ").trim().split(/\s+/).join(" ");

/** A name as it is shown. @param {string} text */
const nameOf = text => cut(oneLine((text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text).replace(/:+$/, "")), LONGEST_NAME).trim();

/** The name and the code on a line. @param {string} line @returns {[string, string]} */
const splitLine = line => {
    const cells = line.split(/[,;\t]/).map(cell => cell.trim().replace(/^"+|"+$/g, "").trim()).filter(Boolean);
    if (cells.length > 1) {
        const at = cells.findLastIndex(cell => [...bare(cell)].length === LENGTH && [...bare(cell)].every(sign => SIGNS.includes(sign)));
        const [code] = cells.splice(at, 1);
        return [nameOf(cells.join(", ")), code];
    }
    const parts = (cells[0] ?? "").split(/\s+/).filter(Boolean);
    const grouped = parts.length > 2 && parts.slice(-3).every(part => /^[\p{L}\p{N}]{1,5}$/u.test(part));
    const at = Math.max(parts.length - (grouped ? 3 : 1), 0);
    return [nameOf(parts.slice(0, at).join(" ")), parts.slice(at).join(" ")];
};

/** What a class has answered: the same name replaces, a code without a name counts each time. @param {Asked} asked @param {string} text */
const readCodes = (asked, text) => {
    const lines = text.slice(0, asked.letters).split(LINES).map((line, at) => ({ at: at + 1, line: line.trim() })).filter(one => one.line);
    /** @type {Map<string | number, Entry>} */ const entries = new Map();
    /** @type {{ line: number, text: string, reason: string }[]} */ const refused = [];
    for (const { at, line } of lines.slice(0, asked.most)) {
        const [name, code] = splitLine(cut(line, LONGEST_LINE)), numbers = numbersOf(asked.sheet, code);
        if (typeof numbers === "string") refused.push({ line: at, text: oneLine(cut(line, LONGEST_NAME)), reason: asked.words[numbers] });
        else entries.set(name.toLowerCase() || at, { name, numbers });
    }
    return { entries: [...entries.values()], refused, left: Math.max(lines.length - asked.most, 0) };
};

/** How often each answer to a question was given, with shown and none at the end. @param {Asked} asked @param {Entry[]} entries @param {number} place */
const talliesOf = (asked, entries, place) => {
    const { answers } = asked.questions[place], { shown, none } = asked.words;
    /** @type {{ answer: Answer, names: string[], count: number }[]} */
    const made = [...answers, /** @type {Answer} */ ([shown, false, ""]), /** @type {Answer} */ ([none, false, ""])].map(answer => ({ answer, names: [], count: 0 }));
    for (const { name, numbers } of entries) {
        const number = numbers[place], tally = made[number > 1 ? number - 2 : answers.length + 1 - number];
        tally.count += 1;
        if (name) tally.names.push(name);
    }
    return made;
};

/** The points of the answers to all questions. @param {Asked} asked @param {number[]} numbers */
const scoreOf = (asked, numbers) => Math.round(numbers.reduce((sum, number, place) => sum + pointsOf(asked.sheet, place, number), 0) * 10) / 10 || 0;

/** The scores, the best first, to whole points. @param {Asked} asked @param {Entry[]} entries */
const scoresOf = (asked, entries) => {
    /** @type {Map<number, string[]>} */ const found = new Map();
    for (const { name, numbers } of entries) {
        const points = Math.floor(scoreOf(asked, numbers) + 0.5);
        found.set(points, [...found.get(points) ?? [], name]);
    }
    return [...found].sort(([one], [other]) => other - one).map(([points, names]) => ({ points, names: names.filter(Boolean), count: names.length }));
};

/** The place of the question that most answered wrongly; -1 if nobody did. @param {Asked} asked @param {Entry[]} entries */
const hardestOf = (asked, entries) => {
    const wrong = asked.questions.map(({ answers }, place) => answers.some(answer => answer[1])
        ? entries.filter(({ numbers }) => numbers[place] > 1 && !answers[numbers[place] - 2][1]).length : 0);
    return Math.max(...wrong) ? wrong.indexOf(Math.max(...wrong)) : -1;
};

/** A cell that no spreadsheet takes for a formula. @param {string} text */
const inert = text => FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** @param {string | number} cell */
const csvCell = cell => {
    const text = inert(String(cell));
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The table of the class as CSV. @param {Asked} asked @param {Entry[]} entries */
const csvOf = (asked, entries) => {
    const rows = entries.map(({ name, numbers }, at) => {
        const given = numbers.map((number, place) => number > 1 ? asked.questions[place].answers[number - 2] : undefined);
        const points = asked.scores ? [scoreOf(asked, numbers).toFixed(1)] : [];
        return [at + 1, name, given.filter(answer => answer?.[1]).length, ...points, ...given.map((answer, place) => answer?.[0] ?? (numbers[place] ? asked.words.shown : ""))];
    });
    return [["number", "name", "right", ...asked.scores ? ["points"] : [], ...asked.questions.map((_, at) => `question ${at + 1}`)], ...rows].map(row => `${row.map(csvCell).join(",")}\n`).join("");
};

/** @param {string} text @param {Record<string, string | number>} facts */
const fill = (text, facts) => text.replace(/{(\w+)}/g, (_, name) => String(facts[name]));

/** @param {string} tag @param {Record<string, string>} put @param {(string | Node)[]} inside */
const make = (tag, put = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(put)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
};

/** @param {Asked} asked */
const openBoard = asked => {
    const at = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
    const area = at("codes"), said = at("said"), video = at("video"), { words } = asked;
    const Reader = /** @type {any} */ (globalThis).BarcodeDetector, reader = Reader && new Reader({ formats: ["qr_code"] });
    /** @type {MediaStream | null} */ let stream = null;
    /** @type {Set<string>} */ const opened = new Set();
    let read = readCodes(asked, ""), before = -1;

    /** A row with the bar of an answer or a score. */
    const barOf = (/** @type {string} */ text, /** @type {{ count: number, names: string[] }} */ { count, names }, right = false) => {
        const bar = make("i"), all = read.entries.length;
        bar.style.setProperty("--at", String(all ? count / all : 0));
        return make("tr", { class: right ? "dlab-good" : "" }, make("th", { scope: "row" }, `${right ? "✓ " : ""}${text}`),
            make("td", { class: "dlab-tally" }, bar), make("td", {}, String(count)), ...at("names").checked ? [make("td", {}, names.join(", "))] : []);
    };
    const scores = () => {
        const sign = asked.scores === "lost" ? -1 : 1, rows = scoresOf(asked, read.entries).map(score => barOf(String(sign * score.points || 0), score));
        const [limit, text] = asked.beside ?? [0, ""], better = read.entries.filter(({ numbers }) => scoreOf(asked, numbers) > limit).length;
        return make("section", {}, make("h2", {}, words[`scores_${asked.scores}`]), make("table", { class: "dlab-tallies" }, ...rows),
            make("p", {}, text && `${text} ${fill(words.better, { better, count: read.entries.length })}`), make("p", { class: "note" }, words.skipped));
    };
    const question = (/** @type {Question} */ { text, answers, picture }, /** @type {number} */ place) => {
        const count = read.entries.length, tallies = talliesOf(asked, read.entries, place), best = answers.find(answer => answer[1]);
        const right = tallies.reduce((sum, tally) => sum + (tally.answer[1] ? tally.count : 0), 0);
        const rows = tallies.filter((tally, number) => tally.count || tally.answer[1] || (answers.length <= asked.few && number < answers.length))
            .map(tally => barOf(tally.answer[0], tally, tally.answer[1]));
        const worst = tallies.slice(0, -2).filter(tally => !tally.answer[1] && tally.count).reduce((/** @type {any} */ most, tally) => most && most.count >= tally.count ? most : tally, null);
        const mistake = worst && fold(`mistake-${place}`, fill(words.mistake, { answer: worst.answer[0], count: worst.count }), worst.answer[2]);
        return make("section", {}, make("h2", {}, fill(words.question, { number: place + 1 })), make("p", {}, text),
            ...best ? [make("p", { class: "note" }, fill(words.right_of, { right, count }))] : [], make("div", { class: "dlab-tallied" },
                ...picture ? [make("img", { src: `data:image/svg+xml,${encodeURIComponent(picture[0])}`, alt: picture[1] })] : [], make("table", { class: "dlab-tallies" }, ...rows)),
            ...best && mistake ? [mistake] : [], ...best?.[2] ? [fold(`reason-${place}`, words.reason, best[2])] : []);
    };
    /** Words that open; they stay open while codes come in. */
    const fold = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ text) => {
        const made = /** @type {any} */ (make("details", opened.has(key) ? { open: "" } : {}, make("summary", {}, label), make("p", {}, text)));
        made.addEventListener("toggle", () => made.open ? opened.add(key) : opened.delete(key));
        return made;
    };

    const show = () => {
        read = readCodes(asked, area.value);
        at("counted").textContent = fill(words.counted, { count: read.entries.length, refused: read.refused.length }) + (read.left ? ` ${words.left_out}` : "");
        at("refused").replaceChildren(...read.refused.slice(0, asked.refused).map(line => make("li", {}, fill(words.line, line))));
        draw();
    };
    const draw = () => {
        const hardest = hardestOf(asked, read.entries);
        if (hardest !== before) opened.add(`mistake-${before = hardest}`);      // it can be closed again
        at("questions").replaceChildren(...asked.scores ? [scores()] : [], ...hardest < 0 ? [] : [make("p", {}, fill(words.hardest, { number: hardest + 1 }))],
            ...asked.questions.map(question));
    };
    const add = (/** @type {string} */ text) => {
        area.value += `${area.value && !area.value.endsWith("\n") ? "\n" : ""}${text.trim().slice(0, asked.letters)}\n`;
        show();
    };

    const openFile = async (/** @type {File} */ file) => {
        if (!file.type.startsWith("image/")) { add(await file.slice(0, asked.letters).text()); return; }
        if (!reader) { said.textContent = words.no_reader; return; }
        const seen = await reader.detect(await createImageBitmap(file)).catch(() => []);
        const codes = seen.map((/** @type {any} */ one) => one.rawValue);
        if (codes.length) add(codes.join("\n"));
        else said.textContent = fill(words.no_code, { name: file.name });
    };
    const openFiles = async (/** @type {Iterable<File>} */ files) => { said.textContent = ""; for (const file of files) await openFile(file); };

    /** Count each code once while it is in sight. */
    const watch = async (/** @type {Map<string, number>} */ before) => {
        if (!stream) return;
        const now = performance.now(), seen = await reader.detect(video).catch(() => []);
        for (const { rawValue } of seen) {
            if (now - (before.get(rawValue) ?? -Infinity) > 3000) add(rawValue);
            before.set(rawValue, now);
        }
        setTimeout(watch, 200, before);
    };
    const turnCamera = async () => {
        said.textContent = "";
        if (stream) { stream.getTracks().forEach(track => track.stop()); stream = null; }
        else if (!reader) said.textContent = words.no_reader;
        else {
            stream = await navigator.mediaDevices?.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null) ?? null;
            if (!stream) said.textContent = words.no_camera;
        }
        video.hidden = !stream;
        video.srcObject = stream;
        at("camera").textContent = stream ? words.camera_off : words.camera;
        if (stream) { await video.play(); watch(new Map()); }
    };
    const save = () => {
        const link = /** @type {HTMLAnchorElement} */ (make("a", { download: "class.csv", href: URL.createObjectURL(new Blob([csvOf(asked, read.entries)], { type: "text/csv" })) }));
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    };

    if (!reader) said.textContent = words.no_reader;
    area.addEventListener("input", show);
    at("names").addEventListener("change", draw);
    at("file").addEventListener("change", (/** @type {any} */ event) => { openFiles([...event.target.files]); event.target.value = ""; });
    at("camera").addEventListener("click", turnCamera);
    at("save").addEventListener("click", save);
    addEventListener("dragover", event => { event.preventDefault(); area.classList.add("over"); });
    addEventListener("dragleave", () => area.classList.remove("over"));
    addEventListener("drop", event => {
        event.preventDefault();
        area.classList.remove("over");
        const files = [...event.dataTransfer?.files ?? []], text = event.dataTransfer?.getData("text/plain");
        if (files.length) openFiles(files);
        else if (text) add(text);
    });
    show();
};

if (globalThis.document) openBoard(JSON.parse(/** @type {HTMLElement} */ (document.getElementById("asked")).textContent ?? ""));
