/**
 * Answer codes in a page: packs the answers of a quiz and reads a code, as `domino_lab/chance/answer_codes.py` does.
 *
 * @typedef {{ answers: number, keys: Record<string, number>, below: number, above: number, pivot: number }} Coded  a question: how many answers, the place of each by what is given
 * @typedef {{ key: number, questions: Coded[], points?: number[][] }} Sheet  with the points of each answer, if they have some
 */

const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", LENGTH = 12;
/** @type {Record<string, string>} */ const TYPED = { I: "1", L: "1", O: "0", U: "V" };

/** Twice a sign, in the field of 32 elements. @param {number} sign */
const twice = sign => sign << 1 ^ (sign & 16 ? 37 : 0);

/** @param {number[]} body @returns {number[]} */
const checksOf = body => body.reduce(([first, second], sign) => [twice(first ^ sign), twice(twice(second ^ sign))], [0, 0]);

/** The number of an answer: 0 is none (undefined), 1 shown (null). @param {Coded} question @param {string | null | undefined} given */
const numberOf = (question, given) => given === undefined ? 0 : given === null ? 1
    : 2 + (Object.hasOwn(question.keys, given) ? question.keys[given] : Number(given) < question.pivot ? question.below : question.above);

/** @param {Sheet} sheet @param {number[]} numbers */
const codeOf = (sheet, numbers) => {
    const value = numbers.reduceRight((sum, number, at) => sum * (sheet.questions[at].answers + 2) + number, 0);
    const body = [7, 6, 5, 4, 3, 2, 1, 0].map(place => Math.floor(value / 32 ** place) % 32).concat(sheet.key >> 5, sheet.key & 31);
    return [...body, ...checksOf(body)].map(sign => SIGNS[sign]).join("").replace(/(?<=^(?:.{4})+)(?=.)/g, "-");
};

/** The points of an answer by its number; no answer has those of the worst one. @param {Sheet} sheet @param {number} place @param {number} number */
const pointsOf = (sheet, place, number) => {
    const points = sheet.points?.[place] ?? [0];
    return number > 1 ? points[number - 2] : Math.min(...points);
};

/** @param {string} code */
const bare = code => code.toUpperCase().replace(/[-‐‑‒–− ]/g, "").replace(/[ILOU]/g, sign => TYPED[sign]);

/** The number of each answer, or why the code is refused. @param {Sheet} sheet @param {string} code @returns {number[] | "not_a_code" | "mistyped" | "other"} */
const numbersOf = (sheet, code) => {
    const signs = [...bare(code)].map(sign => SIGNS.indexOf(sign));
    if (signs.length !== LENGTH || signs.includes(-1)) return "not_a_code";
    const body = signs.slice(0, -2);
    if (String(checksOf(body)) !== String(signs.slice(-2))) return "mistyped";
    let value = body.slice(0, 8).reduce((sum, sign) => sum * 32 + sign, 0);
    const numbers = sheet.questions.map(question => {
        const radix = question.answers + 2, number = value % radix;
        value = Math.floor(value / radix);
        return number;
    });
    return value || body[8] * 32 + body[9] !== sheet.key ? "other" : numbers;
};
