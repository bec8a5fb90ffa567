/**
 * A chance lab on a page without a kernel: it keeps the estimate of the reader, and says where that lies.
 *
 * It stands below `pages.js` and `exercise.js` in one script.
 */

class LabOnPage extends RecordedHand {
    /** @param {any} ask @param {string} given */
    answer(ask, given) {
        const { kind } = this.data.lab, number = numberIn(given), value = kind === "chance" && number > 1 && !given.includes("%") ? number / 100 : number;
        if (!isFinite(value) || (kind === "chance" && !(value >= 0 && value <= 1))) {
            this.reply = ask.other;
            return;
        }
        this.guess = value;
        this.keep(String(Math.round(100 * value)), true);
        this.settle("right");
    }

    /** The estimate as it is written everywhere else. */
    get written() {
        const { kind, percent } = this.data.lab, value = this.guess ?? 0;
        return kind === "chance" ? percent.replace("{number}", (100 * value).toFixed(1).replace(/\.0$/, "")) : String(Number(value.toFixed(2)));
    }

    show() {
        super.show();
        const { bands, inside, outside } = this.data.lab, band = bands[this.step];
        const judged = band && this.guess !== undefined ? this.guess >= band[0] && this.guess <= band[1] ? inside : outside : "";
        const inText = (/** @type {string} */ text) => JSON.stringify(text).slice(1, -1);
        this.traits.shown = JSON.parse(JSON.stringify(this.traits.shown).replaceAll("{judged}", inText(judged)).replaceAll("{estimate}", inText(this.written)));
        for (const tell of this.told) tell();
    }
}
