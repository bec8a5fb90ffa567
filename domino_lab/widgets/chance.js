/**
 * A chance lab on a page without a kernel: it keeps the estimate of the reader, and says where that lies.
 *
 * It stands below `pages.js` in one script. Estimates are read and written as in `sessions/chance_lab.py`.
 */

const GUESS = "\ue000", JUDGED = "\ue001";      // stand in a text for the estimate, and for whether it lies in the interval

/** The estimate that a text means; NaN for none. @param {string} text @param {boolean} isChance */
const estimateIn = (text, isChance) => {
    const plain = text.replace(/\s/g, "").replace(/,/g, "."), percent = isChance && plain.match(/^(\d{1,4}(?:\.\d{0,9})?)%$/);
    if (percent) return Number(percent[1]) / 100;
    const fraction = plain.match(/^(\d{1,12})\/(\d{1,12})$/);
    if (fraction && Number(fraction[2])) return Number(fraction[1]) / Number(fraction[2]);
    if (!/^(-?\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(plain)) return NaN;
    return isChance && Number(plain) > 1 ? Number(plain) / 100 : Number(plain);
};

/** A number with so many places, halves to the even neighbour, without zeros at its end. @param {number} value @param {number} places */
const written = (value, places) => {
    const whole = Math.floor(value * 10 ** places), isHalf = /^50*$/.test(value.toFixed(60).slice(places - 60));
    return String(Number(isHalf ? (whole + Math.abs(whole % 2)) / 10 ** places : value.toFixed(places)));
};

class LabOnPage extends RecordedHand {
    /** @param {any} ask @param {string} given */
    answer(ask, given) {
        const isChance = this.data.lab.kind === "chance", value = estimateIn(given, isChance);
        if (isNaN(value) || (isChance && !(value >= 0 && value <= 1))) {
            this.reply = ask.other;
            return;
        }
        this.guess = value;
        this.keep(String(Math.floor(100 * value + 0.5)), true);
        this.settle("right");
    }

    /** An estimate is neither right nor wrong. */
    get progress() { return { number: 0, answered: 0, right: 0, done: this.step === this.data.end }; }

    /** The estimate as it is written everywhere else. */
    get estimate() {
        const { kind, percent } = this.data.lab, value = this.guess ?? 0;
        return kind === "chance" ? percent.replace("{number}", () => written(100 * value, 1)) : written(value, 2);
    }

    show() {
        super.show();
        const { bands, inside, outside } = this.data.lab, band = bands[this.step];
        const judged = band && this.guess !== undefined ? this.guess >= band[0] && this.guess <= band[1] ? inside : outside : "";
        const inText = (/** @type {string} */ text) => JSON.stringify(text).slice(1, -1);
        this.traits.shown = JSON.parse(JSON.stringify(this.traits.shown).replaceAll(JUDGED, () => inText(judged)).replaceAll(GUESS, () => inText(this.estimate)));
        for (const tell of this.told) tell();
    }
}
