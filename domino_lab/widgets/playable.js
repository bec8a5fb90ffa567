/**
 * A game on a page without a kernel: every position was made beforehand, and a move leads from one to the next.
 *
 * It stands below `pages.js` in one script. No rule is decided here: for each tile a position has its moves with what is
 * said about them, or the reason why there are none.
 */

/**
 * @typedef {{ moment: number, says: number, go: number[], tiles: Record<string, number[]>, turns?: string, acts: Record<string, number>, tip?: [number, number, string?], on?: number, no?: Record<string, number>, over?: true }} Position
 *   what is said is a number in `says`; `go` has the position after each move; a tile has what is said when it is pressed, then for each of its moves the number and what is said; a move that is refused is `refused` of what is said then
 * @typedef {{ told: any[], status: string, help?: number }} Said
 */

const SAID = "\u0005";      // stands in a moment for what is said about the position, a choice or a refusal

/** What is said when a move is refused; undefined for one that is allowed. @param {number} to */
const refused = to => to < 0 ? -1 - to : undefined;

class BoardOnPage extends PageModel {
    /** @param {any} data */
    constructor(data) {
        super(data);
        this.data = data;
        /** @type {Position[]} */ this.positions = /** @type {any} */ (rowsOf(data.positions));
        this.path = [0];
        /** @type {number[]} */ this.ahead = [];        // the positions that were gone back from, the next one last
        this.settle();
        this.show();
    }

    /** @returns {Position} */
    get here() { return this.positions[this.path[this.path.length - 1]]; }

    /** A game asks nothing: it is done when it is over. */
    get progress() { return { number: 0, answered: 0, right: 0, done: !!this.here.over }; }

    /** Choose nothing any more, and say something about the position, or what it says itself.
     * @param {number} [said] @param {string} [note] */
    settle(said, note = "") {
        /** @type {string | null} */ this.tile = null;
        this.place = 0;
        this.tipped = this.looks = false;
        this.said = said ?? this.here.says;
        this.note = note;
    }

    /** @param {{ do: string, value: any }} message */
    send({ do: what, value }) {
        const { data, here } = this;
        if (what === "key") this.press(value);
        else if (what === "choose") this.choose(String(value));
        else if (what === "play") this.move(value[1]);
        else if (what === "act") this.move(here.acts[value]);
        else if (what === "confirm" || what === "discard") this.enter();
        else if (what === "say_on" && here.on !== undefined) this.reach(here.on);
        else if (here.tip && (what === "hint_move" || what === "help")) this.advise(here.tip);
        else if (what === "help") this.said = data.says[this.said].help ?? this.said;
        else if (what === "undo") this.back(1);
        else if (what === "restart") this.back(this.path.length - 1, data.words.restarted);
        else if (what === "redo") this.redo();
        else if (what === "go") this.goTo(value);
        else if (what === "look" || what === "see_table") this.looks = true;
        this.show();
    }

    /** @param {string} key */
    press(key) {
        const does = this.data.keys[key];
        if (key === "ArrowDown" || key === "ArrowUp") this.turnTile(key === "ArrowDown" ? 1 : -1);
        else if (key === "ArrowRight" || key === "ArrowLeft") this.turnPlace(key === "ArrowRight" ? 1 : -1);
        else if (key === "Enter") this.enter();
        else if (key === "Escape") [this.looks] = [!this.tile, this.settle()];
        else if (does) this.send({ do: does[0], value: does[1] });
    }

    // --- choosing

    /** The moves of the chosen tile, each with its number and what is said about it. @param {string | null} tile @returns {[number, number][]} */
    movesOf(tile) {
        const [, ...told] = (tile !== null && this.here.tiles[tile]) || [0];
        return told.flatMap((to, place) => place % 2 ? [] : [/** @type {[number, number]} */ ([to, told[place + 1]])]);
    }

    /** @param {string} tile */
    choose(tile) {
        const { data, here, tile: before } = this;
        if (!(tile in here.tiles)) return;
        if (tile === before) { this.settle(); return; }
        if (data.pairs && before !== null) {
            const [both] = this.movesOf(before).filter(([to]) => this.movesOf(tile).some(([other]) => to === other && to >= 0));
            if (both) { this.move(both[0]); return; }
        }
        const pair = [before, tile].sort().join(" "), no = before === null ? undefined : here.no?.[pair] ?? data.no[pair];
        this.settle(no ?? here.tiles[tile][0]);
        this.tile = tile;
    }

    /** Tell a hint, and choose its move. @param {[number, number, string?]} tip */
    advise([to, said, tile]) {
        this.settle(said);
        this.tipped = true;
        this.tile = tile ?? null;
        this.place = Math.max(this.movesOf(this.tile).findIndex(([move]) => move === to), 0);
    }

    /** @param {number} by */
    turnTile(by) {
        const tiles = this.here.turns?.split(" ") ?? Object.keys(this.here.tiles), at = tiles.indexOf(this.tile ?? "");
        if (!tiles.length || this.here.over) return;
        const tile = tiles[((at < 0 ? Math.min(by, 0) : at + by) + tiles.length) % tiles.length];
        this.settle();
        this.tile = tile;
        this.said = this.movesOf(tile)[0]?.[1] ?? this.here.tiles[tile][0];
    }

    /** @param {number} by */
    turnPlace(by) {
        const moves = this.movesOf(this.tile);
        if (!moves.length) { this.settle(this.data.first); return; }
        this.place = (this.place + by + moves.length) % moves.length;
        this.said = moves[this.place][1];
    }

    // --- doing

    /** Do what is chosen, the move of a hint, or say the next number. */
    enter() {
        const { here } = this, chosen = this.movesOf(this.tile)[this.place]?.[0];
        const to = this.tile === null && this.tipped ? here.tip?.[0] : chosen ?? (this.tile === null ? here.acts.say : undefined);
        if (to === undefined) this.said = this.data.first;
        else this.move(to);
    }

    /** Make a move by its number; one that is refused changes nothing. @param {number | undefined} to */
    move(to) {
        if (to === undefined) return;
        const no = refused(to);
        if (no !== undefined) this.said = no;
        else if (to < this.here.go.length) this.reach(this.here.go[to]);
    }

    /** @param {number} position */
    reach(position) {
        this.path.push(position);
        this.ahead = [];
        this.settle();
    }

    /** Take back so many moves. @param {number} count @param {string} [note] */
    back(count, note = this.data.words.undone) {
        if (!this.data.undo) { this.settle(this.data.no_undo); return; }
        for (let left = count; left > 0 && this.path.length > 1; left--) this.ahead.push(/** @type {number} */ (this.path.pop()));
        this.settle(undefined, count ? note : this.data.words.nothing_undone);
    }

    /** Go back to where a move was made already. @param {number} step */
    goTo(step) {
        const at = this.path.findIndex(position => this.moments[this.positions[position].moment].at >= step);
        if (at >= 0 && at < this.path.length - 1) this.back(this.path.length - 1 - at);
        else this.settle();
    }

    redo() {
        const next = this.data.undo ? this.ahead.pop() : undefined;
        if (next !== undefined) this.path.push(next);
        this.settle(undefined, this.data.words[next === undefined ? "nothing_redone" : "redone"]);
    }

    // --- what is shown

    show() {
        const { data, here, note } = this;
        /** @type {Said} */ const said = data.says[this.said];
        const told = note ? [{ is: "p", text: note, css: "note" }, ...said.told] : said.told;
        /** @param {any} node @returns {any} */
        const made = node => {
            if (Array.isArray(node)) return node.flatMap(one => one === SAID ? told : [made(one)]);
            if (node === null || typeof node !== "object") return node;
            const whole = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, made(value)]));
            if (node.do === "undo") whole.off = this.path.length < 2;
            if (node.do === "redo") whole.off = !this.ahead.length;
            if (node.do === "discard") whole.off = this.tile === null;
            if (node.is === "rack") whole.tiles = node.tiles.map((/** @type {any} */ one) => ({ ...one, on: one.tile === this.tile }));
            return whole;
        };
        const moment = made(this.moments[here.moment]);
        this.tell({ ...moment, at: moment.at ?? this.path.length, status: `${note} ${said.status}`.trim() });
    }

    /** @param {Record<string, any>} moment */
    finish(moment) {
        const { table } = moment, { tile } = this;
        if (this.looks) delete table.notice;
        if (tile === null) return moment;
        const to = this.movesOf(tile)[this.place]?.[0];
        table.chosen = tile;
        table.at = (table.places?.[tile] ?? []).findIndex((/** @type {any} */ place) => place.value === to);
        table.spots = table.spots?.map((/** @type {any} */ spot) => ({ ...spot, pressed: spot.tile === tile, stop: spot.tile === tile }));
        return moment;
    }
}
