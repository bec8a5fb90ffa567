/**
 * An exercise on a page without a kernel: it marks an answer, which is a number within what is allowed, or a tile.
 *
 * It stands below `pages.js` in one script.
 */

/**
 * @typedef {import("./pages").Ask & { value?: number, allowed: number, slips: [number, string][], chance: boolean, percent: string, no_chance: string, other: string, another: string, high: string, low: string, replies: string[] }} ExerciseAsk
 */

/** A number as "1/4", "0.25", "0,25", "25 %" or "1e3"; NaN for anything else. @param {string} text */
const numberIn = text => {
    const spaceless = text.replace(/\s+/g, ""), bare = spaceless.replace(/,/g, /^[+-]?[1-9]\d{0,2}(,\d{3})+(?!\d|,)/.test(spaceless) ? "" : ".");
    const [whole, above, below, percent] = bare.match(/^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)(?:\/(\d+))?(%?)$/i) ?? [];
    return !whole || (below && /[.e]/i.test(above)) ? NaN : Number(above) / Number(below ?? 1) / (percent ? 100 : 1);
};

class ExerciseOnPage extends RecordedHand {
    /** @param {any} ask @param {string} given */
    answer(ask, given) {
        const number = numberIn(given), tile = given.trim().split(/\s*-\s*/).sort((a, b) => Number(b) - Number(a)).join("-");
        const reply = "value" in ask ? this.replyTo(ask, number) : Object.hasOwn(ask.answers, tile) ? ask.answers[tile] : /^\d{1,2}-\d{1,2}$/.test(tile) ? ask.another : undefined;
        const isAnswer = "value" in ask ? isFinite(number) && ![ask.percent, ask.no_chance].includes(reply) : reply !== undefined;
        if (isAnswer) this.keep(reply === "" ? "0" : String(ask.replies.indexOf(reply)), reply === "");
        if (reply === "") this.settle("right");
        else this.reply = reply ?? ask.other.replace("{given}", () => given.trim().slice(0, 40));
    }

    /** Why a number is wrong; nothing for one that is right, and undefined for none. @param {ExerciseAsk} ask @param {number} number */
    replyTo({ value, allowed, slips, chance, percent, no_chance, high, low }, number) {
        if (!isFinite(number)) return undefined;
        const near = (/** @type {number} */ other) => Math.abs(number - other) <= allowed * (1 + 1e-9) + 1e-12;
        if (chance && !(number >= 0 && number <= 1)) return number > 1 && number <= 100 ? percent : no_chance;
        if (near(Number(value))) return "";
        const [slip] = slips.filter(([other]) => near(other)).sort(([a], [b]) => Math.abs(number - a) - Math.abs(number - b));
        return slip ? slip[1] : number > Number(value) ? high : low;
    }
}
