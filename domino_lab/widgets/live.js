// @ts-check
/**
 * What only a page with a kernel has: a closer look at the table, what Python has done by the page, and a picture that
 * was lost is asked for again.
 *
 * It stands below `stage.js` in one script.
 */

const PAN = 80;             // px that an arrow key moves the table by
const LATE = 300;           // ms after which Python is asked for a drawing of what the canvas does not show
const MOST_WAITS = 40;      // times that a stage looks for its view, 4 ms apart, before it does without
const MOST_ASKED = 3;       // times that a picture that was lost is asked for, until something else is shown

/** @param {string} text @returns {Promise<boolean>} */
const copy = async text => {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {                               // a page without https has no clipboard to write to
        const before = /** @type {HTMLElement | null} */ (document.activeElement);
        const field = h("textarea", { style: "position: fixed; opacity: 0" }, text);
        document.body.append(field);
        /** @type {HTMLTextAreaElement} */ (field).select();
        const done = document.execCommand("copy");
        field.remove();
        before?.focus({ preventScroll: true });
        return done;
    }
};

/** An SVG that is wanted as PNG is drawn first, two pixels for each of its units. @param {string} svg @returns {Promise<Blob>} */
const asPng = async svg => {
    const image = new Image();
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done, failed) => canvas.toBlob(blob => (blob ? done(blob) : failed()), "image/png"));
};

/** @param {{ name: string, text: string, mime: string }} file @returns {Promise<string>} the name; none if it failed */
const save = async ({ name, text, mime }) => {
    try {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(mime === "image/png" ? await asPng(text) : new Blob([text], { type: `${mime};charset=utf-8` }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);       // the browser may ask its reader where to
        return name;
    } catch {
        return "";
    }
};

const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** Red, green, blue and alpha of a colour, however CSS writes it, up to 255. @param {string} colour */
const inkOf = colour => {
    if (!ink) return [0, 0, 0, 0];
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    return ink.getImageData(0, 0, 1, 1).data;
};

/** The shadow roots that have the style sheet. @type {WeakSet<Node>} */
const dressed = new WeakSet();

/** What Python asks of the page, the full screen, and a closer look by a pinch, a drag, the wheel with Ctrl or Cmd, and
 * arrow keys. What it shows at once is drawn anew by Python, which is told by how much larger the table is to be, and
 * how many pixels it moves. */
class Frame {
    /** @param {any} view */
    constructor(view) {
        this.view = view;
        /** @type {Map<number, any>} */ this.grips = new Map();
        /** @type {{ times: number, timer: number } | undefined} */ this.turned = undefined;
        this.shifted = this.filled = this.asked = this.bare = false;
        this.waits = 0;
        /** @type {object | undefined} */ this.moment = undefined;
        /** @type {number | undefined} */ this.late = undefined;
    }

    /** The box of a stage that is shown without its view, as in marimo; nothing as long as the view may be on its way.
     * @returns {HTMLElement | null} */
    ownRoot() {
        const { view } = this, { el } = view;
        if (!el.isConnected || (this.waits += 1) < MOST_WAITS) return null;
        const root = h("div.root", { css: view.model.get("css") });
        view.el = h("div.stage");
        view.el.append(...el.childNodes);
        el.classList.remove("dlab-stage");
        root.append(view.el);
        el.append(root);
        view.signal.addEventListener("abort", () => root.remove());
        this.bare = true;
        return root;
    }

    /** Hosts write on these what they look like. @param {MutationObserver} theme */
    watch(theme) {
        const attributeFilter = ["data-jp-theme-light", "class", "style", "theme", "data-theme"];
        for (const host of [document.documentElement, document.body]) theme.observe(host, { attributes: true, attributeFilter });
    }

    /** Whether the ground below is dark; a frame of its own that paints none may lie on any, and then the system's choice
     * counts, as it does where the host follows it. @param {Element} root */
    isOnDark(root) {
        /** @type {any} */ let at = root.parentNode;
        for (; at; at = at.parentNode ?? at.host) {
            const [red, green, blue, alpha] = at instanceof Element ? inkOf(getComputedStyle(at).backgroundColor) : [0, 0, 0, 0];
            if (alpha > 127) return .3 * red + .6 * green + .1 * blue < 128;
        }
        const scheme = getComputedStyle(document.documentElement).colorScheme, follows = self !== top || /dark/.test(scheme);
        return follows && (matchMedia(DARK).matches || /dark/.test(scheme) && !/light/.test(scheme));
    }

    /** The style sheet of the page does not reach into a shadow root, in which some readers show a widget. */
    dress() {
        const { view } = this, place = view.el.getRootNode();
        if (!(place instanceof ShadowRoot) || dressed.has(place)) return;
        dressed.add(place);
        place.append(Object.assign(document.createElement("style"), { textContent: view.terms.look }));
    }

    /** A drawing, if there is one, covers the canvas until that is painted; Python is asked for one if that takes long. */
    cover() {
        const { view } = this, { model } = view, { svg } = view.moment.table, moment = this.moment = view.moment, id = model.get("canvas");
        clearTimeout(this.late);
        if (!id) return;
        if (this.bare) { report(model, { undrawn: true }); return; }     // the canvas is in the view, which is not shown
        const shown = () => {
            clearTimeout(this.late);
            if (this.asked) report(model, { undrawn: this.asked = false });
            else if (!svg) view.over?.querySelector(":scope > .dlab-drawing")?.remove();
        };
        const painting = paintings(model), settled = painting.then(found => found ? found.shows(id) : new Promise(() => {}));
        settled.then(() => { if (this.moment === moment && !view.signal.aborted) shown(); });
        if (svg) return;
        this.late = setTimeout(async () => {
            const found = await Promise.race([painting, null]);
            if (this.moment !== moment || view.signal.aborted) return;
            if (found && !found.knows(id) && isPainted(view.canvas)) shown();       // before this page listened
            else report(model, { undrawn: this.asked = true });
        }, LATE);
    }

    /** @param {HTMLElement} root @param {AbortSignal} signal */
    listen(root, signal) {
        for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
            root.addEventListener(name, event => this.grip(/** @type {PointerEvent} */ (event)), { signal });
        }
        document.addEventListener("fullscreenchange", () => this.filling(root), { signal });
        root.addEventListener("wheel", event => this.turn(event), { capture: true, passive: false, signal });
    }

    /** Python has something done by the page: only the view that the reader is in answers. @param {any} content */
    async hear(content) {
        const { view } = this;
        view.drawNow();
        const mine = view.live.parentNode === view.el;
        if (content.type === "focus") {
            const root = view.root;
            if (!root || !(view.last || root.contains(view.focused))) return;
            const found = /** @type {HTMLElement[]} */ (content.do ? [...root.querySelectorAll(`[data-do="${CSS.escape(content.do)}"]:not(:disabled)`)] : []);
            const chosen = found.find(one => one.matches('.dlab-aimed, [aria-selected="true"], [aria-pressed="true"]'));
            (chosen ?? found.find(one => one.tabIndex === 0) ?? found[0] ?? root).focus({ preventScroll: true });
        }
        if (content.type === "copy" && mine) view.send("copied", await copy(content.text));
        if (content.type === "download" && mine) view.send("saved", await save(content));
    }

    /** Arrow keys move the table from its buttons, and go from tile to tile of a tray or a rack.
     * @param {string} key @param {HTMLElement} target */
    arrow(key, target) {
        const { view } = this, group = /** @type {HTMLElement | null} */ (target.closest(".dlab-look, .dlab-tray, .dlab-rack"));
        if (group?.matches(".dlab-look")) {
            const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
            if (way) this.look(1, PAN * way[0], PAN * way[1]);
            return !!way;
        }
        const roves = group?.matches(".dlab-tray") ? view.roves : !view.moment.keys?.includes("ArrowUp");
        return !!group && roves && target.matches(".dlab-tile") && this.rove(group, target, key);
    }

    /** Arrow keys go from tile to tile of a tray or a rack, which is one stop of Tab.
     * @param {HTMLElement} tray @param {HTMLElement} tile @param {string} key */
    rove(tray, tile, key) {
        const all = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll(".dlab-tile:enabled")]), place = all.indexOf(tile);
        const middle = (/** @type {HTMLElement} */ one) => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
        const [x, y] = middle(tile), way = key === "ArrowDown" ? 1 : -1;
        const far = (/** @type {HTMLElement} */ one) => { const [left, top] = middle(one); return 100 * way * (top - y) + Math.abs(left - x); };
        const beyond = all.filter(one => way * (middle(one)[1] - y) > 8).sort((one, other) => far(one) - far(other));
        const next = { ArrowLeft: all[place - 1], ArrowRight: all[place + 1], Home: all[0], End: all.at(-1), ArrowUp: beyond[0], ArrowDown: beyond[0] };
        if (!(key in next)) return false;
        const found = /** @type {Record<string, HTMLElement | undefined>} */ (next)[key];
        if (found) {
            for (const one of all) one.tabIndex = one === found ? 0 : -1;
            found.focus();
        }
        return true;
    }

    /** For the projector fill the screen, where the browser lets it be filled. @param {boolean} whole */
    fill(whole) {
        this.filled = false;
        if (whole) this.view.root?.requestFullscreen?.().catch(() => {});
        else if (document.fullscreenElement === this.view.root) document.exitFullscreen();
    }

    /** Whoever leaves the full screen by Escape wants the normal view, too. @param {HTMLElement} root */
    filling(root) {
        const before = this.filled;
        this.filled = document.fullscreenElement === root;
        if (before && !this.filled) this.view.send("large");
        this.view.fit();
    }

    /** Show at once what Python draws a moment later. @param {string} transform */
    shift(transform) {
        if (!transform && !this.shifted) return;
        this.shifted = !!transform;
        for (const [one, origin] of this.view.lying()) Object.assign(one.style, { transform, transformOrigin: transform && origin });
    }

    /** Look at the table so many times as large, moved by so many pixels. @param {number} times @param {number} x @param {number} y */
    look(times, x, y) {
        const dot = this.view.felt().width / (this.view.moment.table?.size[0] ?? 1) || 1;
        this.view.send("look", [times, x / dot, y / dot]);
        setTimeout(() => this.shift(""), 500);       // nothing comes back where there is no more to see
    }

    /** A pinch, or a drag where there is more of the table than is shown. @param {PointerEvent} event */
    grip(event) {
        const { clientX: x, clientY: y, pointerId: id } = event, target = /** @type {Element} */ (event.target);
        if (event.type === "pointerdown") {
            if (!this.view.moment.table || !this.view.over || target.closest("button, a, .dlab-notice, .dlab-tip") || !within(this.view.felt(), event, 0)) return;
            this.grips.set(id, { x, y, from: { x, y } });
            return;
        }
        const grip = this.grips.get(id);
        if (!grip) return;
        [grip.x, grip.y] = [x, y];
        const all = [...this.grips.values()], [one, other] = all;
        if (all.length < 2 && !this.view.root?.classList.contains("dlab-looks")) {
            if (event.type !== "pointermove") this.grips.delete(id);
            return;
        }
        const apart = (/** @type {any} */ a, /** @type {any} */ b) => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
        const times = other ? Math.min(Math.max(apart(one, other) / apart(one.from, other.from), 0.1), 10) : 1;
        const middle = (/** @type {(grip: any) => any} */ of) => ["x", "y"].map(axis => all.reduce((sum, grip) => sum + of(grip)[axis], 0) / all.length);
        const [now, then] = [middle(grip => grip), middle(grip => grip.from)], felt = this.view.felt();
        // The point that was held stays under the fingers; Python scales round the middle of the felt.
        const [dx, dy] = [now[0] - felt.left - times * (then[0] - felt.left), now[1] - felt.top - times * (then[1] - felt.top)];
        if (event.type === "pointermove") {
            if (other || Math.hypot(x - grip.from.x, y - grip.from.y) > 4) this.shift(`translate(${dx}px, ${dy}px) scale(${times})`);
            return;
        }
        this.grips.clear();
        if (this.shifted) this.look(times, dx + (times - 1) * felt.width / 2, dy + (times - 1) * felt.height / 2);
    }

    /** The wheel with Ctrl or Cmd looks closer at what is under the pointer. @param {WheelEvent} event */
    turn(event) {
        if (!(event.ctrlKey || event.metaKey) || !this.view.moment.table || !within(this.view.felt(), event, 0)) return;
        event.preventDefault();
        event.stopPropagation();
        const felt = this.view.felt(), turned = this.turned ??= { times: 1, timer: 0 };
        turned.times = Math.min(Math.max(turned.times * Math.exp(-event.deltaY / 300), 0.2), 5);
        const { times } = turned, [x, y] = [event.clientX - felt.left, event.clientY - felt.top];
        this.shift(`translate(${x * (1 - times)}px, ${y * (1 - times)}px) scale(${times})`);
        clearTimeout(turned.timer);
        turned.timer = window.setTimeout(() => {
            this.turned = undefined;
            this.look(times, (1 - times) * (x - felt.width / 2), (1 - times) * (y - felt.height / 2));
        }, 120);
    }
}

// --- what is painted, and a picture that was lost ------------------------------------------------------------------

/** @param {HTMLCanvasElement | null | undefined} canvas a picture has cloth in its middle */
const isPainted = canvas => !!canvas?.width && canvas.getContext("2d")?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data[3] === 255;

/** What ipycanvas has painted on this page. It draws one message after the other: the first that fails would keep all
 * later ones, for any canvas of the page, from being drawn. So it begins anew after it, and the picture is asked for. */
class Paintings {
    /** @param {any} manager */
    constructor(manager) {
        this.manager = manager;
        /** @type {Set<() => void>} */ this.askers = new Set();
        /** The last picture of each canvas, by the id of its model. @type {Map<string, Promise<unknown>>} */ this.last = new Map();
        /** @type {(() => void)[]} */ this.waiting = [];
        manager.on("msg:custom", (/** @type {any} */ _, /** @type {DataView[]} */ buffers) => this.hear(buffers?.[0]));
        this.hear();
    }

    /** @param {DataView} [commands] the first of them names the canvas */
    hear(commands) {
        const { manager } = this, drawing = manager.currentProcessing;
        drawing?.catch(() => {
            if (manager.currentProcessing !== drawing) return;      // what waits behind it fails as well
            manager.currentProcessing = Promise.resolve();
            for (const ask of this.askers) ask();
        });
        const [, id] = new TextDecoder().decode(commands).slice(0, 80).match(/IPY_MODEL_(\w+)/) ?? [];
        if (!id) return;
        this.last.set(id, Promise.resolve(drawing));
        for (const next of this.waiting.splice(0)) next();
    }

    /** @param {string} id */
    knows(id) { return this.last.has(id); }

    /** Resolved when all that was sent for this canvas is painted. @param {string} id */
    async shows(id) {
        for (let last; ; ) {
            last = this.last.get(id);
            const done = last && await last.then(() => true, () => false);
            if (done && last === this.last.get(id)) return;
            if (!done && last === this.last.get(id)) await new Promise(next => this.waiting.push(() => next(null)));
        }
    }
}

/** @type {WeakMap<any, Paintings>} */
const watched = new WeakMap();

/** The paintings of the canvases of this kernel; null where there are none. @param {Model} model @returns {Promise<Paintings | null>} */
const paintings = async model => {
    const name = model.get("painter");
    if (!name) return null;
    try {
        const manager = await model.widget_manager.get_model(name.slice("IPY_MODEL_".length));
        if (!watched.has(manager)) watched.set(manager, new Paintings(manager));
        return watched.get(manager) ?? null;
    } catch {
        return null;
    }
};

/** Ask Python for the picture again whenever a drawing failed, a few times for the same step; returns what ends that.
 * @param {Model} model */
const askForLost = async model => {
    const found = isAlone(model) ? null : await paintings(model);
    if (!found) return () => {};
    let asked = 0, step = model.get("shown");
    const ask = () => {
        if (step !== model.get("shown")) [asked, step] = [0, model.get("shown")];
        if (asked++ < MOST_ASKED) report(model, { lost: model.get("lost") + 1 });
    };
    found.askers.add(ask);
    return () => found.askers.delete(ask);
};

/** Called once for a model; all its views share one live region: a second one would say everything twice.
 * @param {Record<string, string>} definitions of words of the game @param {Record<string, string>} forms the term by each of its forms
 * @param {string} look the style sheet */
export default (definitions, forms, look) => {
    const live = h("div.live", { "aria-live": "polite", "aria-atomic": "true" });
    let shown = 0;
    /** @type {Promise<() => void>} */
    let asking;
    return {
        /** @param {{ model: Model, el: HTMLElement, signal: AbortSignal }} stage */
        render({ model, el, signal }) {
            shown += 1;
            if (shown === 1) asking = askForLost(model);
            report(model, { on_page: true, ...(shown === 1 && { undrawn: false }) });
            signal.addEventListener("abort", () => {
                shown -= 1;
                if (shown) return;
                report(model, { on_page: false });
                asking.then(end => end());
            });
            new View(model, el, signal, live, { definitions, forms, look }).start();
        },
    };
};
