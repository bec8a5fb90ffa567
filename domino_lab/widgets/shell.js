// @ts-check
/**
 * The shell: what a box of widgets needs from the page and ipywidgets does not give.
 *
 * It is the first child of a box (its root) and has no look of its own. It reads keys ahead of JupyterLab and of
 * ipycanvas, owns the one live region of its model, names the group and its pictures, gives wheel and touch back to
 * the page, links things that show the same tile, explains terms, keeps focus and scroll places where they help, and
 * reports what only the page knows: motion, theme, width.
 *
 * Python is told `{type: "key", key, repeat}`, `{type: "mark", tile}`, `{type: "press", what}`, `{type: "copied", done}` and
 * `{type: "saved", name}` (no name: it could not be saved); it sends `{type: "focus", css}`, `{type: "copy", text}` and
 * `{type: "download", name, text, mime}`. All else are traits.
 */

/**
 * @typedef {{
 *   get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(content: object): void,
 *   on(event: string, callback: (...values: any[]) => void): void,
 *   widget_manager?: { isDisposed?: boolean, kernel?: { isDisposed: boolean } | null } }} Model
 * @typedef {{ model: Model, el: HTMLElement, signal: AbortSignal }} Stage
 */

const REPEAT = 80;        // ms between two messages of a key that is held down
const SETTLE = 40;        // ms that a pointer rests before its tile counts as meant
const GRACE = 200;        // ms in which the pointer may travel from a term to its definition
const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], ' +
    '[role="slider"], [role="spinbutton"], [role="combobox"], [role="listbox"]';
const BUTTONS = 'button, a[href], summary, [role="button"]';
const ANSWER = ".dlab-answer";
const TERM = ".dlab-term[data-dlab-term]";
const TILE = '[data-dlab-tile], [class*="dlab-tile-"]';

let tips = 0;

/** @param {Element} node @param {string} name @param {string} value */
const put = (node, name, value) => {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
};

/** A notebook that is closed leaves its models behind, and what they send without a kernel is an error in the console.
 * @param {Model} model */
const isAlone = model => {
    const manager = model.widget_manager;
    return !!manager && (manager.isDisposed || manager.kernel === null || !!manager.kernel?.isDisposed);
};

/** @param {Model} model @param {string} name @param {unknown} value */
const report = (model, name, value) => {
    if (model.get(name) === value || isAlone(model)) return;
    model.set(name, value);
    model.save_changes();
};

/** @param {EventTarget | null} target @returns {target is Element} */
const isElement = target => target instanceof Element;

/** @param {Element} node @param {string} css */
const byClass = (node, css) =>
    /** @type {HTMLElement | null} */ (css ? node.querySelector("." + CSS.escape(css)) : null);

/** What Enter in a field means: a view with several tells them apart by a class, "dlab-enter-estimate" say. Which of
 * them has changed last tells nothing, for ipywidgets may tell it late.
 * @param {Element | null} field @returns {string} */
const entered = field => field?.getAttribute("class")?.match(/\bdlab-enter-(\w+)\b/)?.[1] ?? "enter";

/** The tile that an element shows: an attribute in HTML, a class on a widget, which can have no attribute of ours.
 * @param {Element | null} node @returns {number | null} */
const tileOf = node => {
    const text = node?.getAttribute("data-dlab-tile") ?? node?.getAttribute("class")?.match(/\bdlab-tile-(\d+)\b/)?.[1];
    return text == null || text === "" ? null : Number(text);
};

// --- keys ----------------------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
const isPlain = event => !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing);

/** @param {KeyboardEvent} event */
const isCharacter = event => [...event.key].length === 1;

/** The name by which the widget knows this key, if it does. Shift makes another key of an arrow, not of a "?".
 * @param {Model} model @param {KeyboardEvent} event @returns {string | undefined} */
const known = (model, event) => {
    if (!isPlain(event)) return undefined;
    if (event.shiftKey && !/^[^\p{L}\s]$/u.test(event.key)) return undefined;
    const key = event.key === " " ? "Space" : event.key;
    return model.get("key_set").find((/** @type {string} */ k) => k.toLowerCase() === key.toLowerCase());
};

/** A focused ipycanvas blocks every key, Tab and Ctrl+S too: take the two calls it does that with out of its hands.
 * @param {Event} event */
const disarm = event => {
    for (const name of ["preventDefault", "stopPropagation"]) {
        Object.defineProperty(event, name, { value() {}, configurable: true });
    }
};

/** Back to the two calls of the prototype. @param {any} event */
const rearm = event => {
    delete event.preventDefault;
    delete event.stopPropagation;
};

/** @param {View} view */
const listenToKeys = view => {
    const { model, signal } = view;
    let last = 0;
    // On window, in the capture phase, with the root looked up for each event: ahead of JupyterLab, and no race with
    // the moment at which the box is put on the page.
    window.addEventListener("keydown", event => {
        const target = event.target;
        if (event.key === "Escape" && isPlain(event) && view.terms.close()) {       // wherever the focus is
            event.stopPropagation();
            return;
        }
        if (!view.owns(target)) return;
        if (target.tagName === "CANVAS") disarm(event);
        if (target instanceof HTMLInputElement && event.key === "Enter" && isPlain(event) && target.closest(ANSWER)) {
            // ipywidgets tells of Enter before it tells of the last letters: what stands in the field is sent along.
            rearm(event);
            event.preventDefault();
            event.stopPropagation();
            model.send({ type: "press", what: `${entered(target.closest(ANSWER))}:${target.value}` });
            return;
        }
        if (target.tagName === "SELECT" && isPlain(event) && event.key !== "Escape" && event.key !== "Tab") {
            event.stopPropagation();            // to JupyterLab, an arrow in a list would mean the next cell
            return;
        }
        if (target.closest(FIELDS)) return;
        const key = known(model, event);
        const presses = isPlain(event) && (event.key === " " || event.key === "Enter") && target.closest(BUTTONS);
        // A stray letter must not reach JupyterLab either: there, two d's delete the cell.
        if (key === undefined && !presses && !(isPlain(event) && isCharacter(event))) return;
        rearm(event);
        event.stopPropagation();
        if (presses) {
            if (target.matches(TERM)) {                                     // all others press themselves
                event.preventDefault();
                view.terms.toggle(/** @type {HTMLElement} */ (target));
            }
            return;
        }
        if (key === undefined) return;
        event.preventDefault();
        if (event.repeat && event.timeStamp - last < REPEAT) return;
        last = event.timeStamp;
        model.send({ type: "key", key, repeat: event.repeat });
    }, { capture: true, signal });
};

/** What a field or a canvas has had its turn at goes no further, unless it is JupyterLab's.
 * @param {View} view @param {HTMLElement} root */
const stopKeysAfterUse = (view, root) => {
    root.addEventListener("keydown", event => {
        rearm(event);
        if (known(view.model, event) !== undefined || (isPlain(event) && isCharacter(event))) event.stopPropagation();
    }, { signal: view.signal });
};

/** ipycanvas would prevent the page from scrolling. @param {View} view */
const giveScrollingBack = view => {
    for (const name of ["wheel", "touchstart", "touchmove", "touchend", "touchcancel"]) {
        window.addEventListener(name, event => {
            if (view.owns(event.target) && event.target.tagName === "CANVAS") event.stopPropagation();
        }, { capture: true, passive: true, signal: view.signal });
    }
};

// --- what shows the same tile ----------------------------------------------------------------------------------

/** Tells Python which tile the reader points at, by pointer or by focus. */
class Marks {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        /** @type {number | null} */ this.hovered = null;
        /** @type {number | null} */ this.focused = null;
        /** @type {number | null} */ this.told = null;
        this.timer = 0;
    }

    /** @param {HTMLElement} root */
    listen(root) {
        const { signal } = this.view;
        /** @param {Event} event */
        const under = event => (isElement(event.target) ? tileOf(event.target.closest(TILE)) : null);
        root.addEventListener("pointerover", event => { this.hovered = under(event); this.later(); }, { signal });
        root.addEventListener("pointerleave", () => { this.hovered = null; this.later(); }, { signal });
        root.addEventListener("focusin", event => { this.focused = under(event); this.later(); }, { signal });
        root.addEventListener("focusout", () => { this.focused = null; this.later(); }, { signal });
        signal.addEventListener("abort", () => clearTimeout(this.timer));
    }

    later() {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.tell(), SETTLE);
    }

    tell() {
        const tile = this.hovered ?? this.focused;
        if (tile === this.told) return;
        this.told = tile;
        this.view.model.send({ type: "mark", tile });
    }

    /** Everything that shows the marked tile. @param {HTMLElement} root */
    show(root) {
        const marked = this.view.model.get("marked");
        for (const node of root.querySelectorAll(TILE)) {
            const on = marked !== null && tileOf(node) === marked;
            if (node.classList.contains("dlab-marked") !== on) node.classList.toggle("dlab-marked", on);
        }
    }
}

// --- terms and their definitions -------------------------------------------------------------------------------

/** Shows the definition of a term beside it: on hover, focus, tap, Enter and Space; Escape closes it. */
class Terms {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        /** @type {HTMLElement | null} */ this.term = null;
        this.timer = 0;
        this.tip = document.createElement("div");
        this.tip.id = `dlab-tip-${++tips}`;
        this.tip.className = "dlab-tip";
        this.tip.hidden = true;
        put(this.tip, "role", "tooltip");
        if ("popover" in this.tip) this.tip.popover = "manual";     // no box of the notebook can cut it off there
    }

    /** @param {HTMLElement} root */
    listen(root) {
        const { el, signal } = this.view;
        el.append(this.tip);
        /** @param {Event} event */
        const at = event => /** @type {HTMLElement | null} */ (isElement(event.target) ? event.target.closest(TERM) : null);
        root.addEventListener("pointerover", event => this.hover(event, at(event)), { signal });
        root.addEventListener("pointerleave", () => this.leave(), { signal });
        root.addEventListener("focusin", event => { const term = at(event); if (term) this.open(term); }, { signal });
        root.addEventListener("focusout", () => this.close(), { signal });
        root.addEventListener("click", event => this.tap(event, at(event)), { signal });
        window.addEventListener("scroll", () => this.place(), { capture: true, passive: true, signal });
        signal.addEventListener("abort", () => clearTimeout(this.timer));
    }

    /** @param {PointerEvent} event @param {HTMLElement | null} term */
    hover(event, term) {
        if (event.pointerType === "touch") return;
        if (term) this.open(term);
        else if (event.target === this.tip) clearTimeout(this.timer);
        else this.leave();
    }

    leave() {
        clearTimeout(this.timer);
        if (this.term && this.term !== document.activeElement) {
            this.timer = window.setTimeout(() => this.close(), GRACE);
        }
    }

    /** A tap gives focus first, and that opens it: only a tap on nothing of ours closes.
     * @param {Event} event @param {HTMLElement | null} term */
    tap(event, term) {
        if (term) this.open(term);
        else if (event.target !== this.tip) this.close();
    }

    /** @param {HTMLElement} term */
    toggle(term) {
        if (this.term === term) this.close();
        else this.open(term);
    }

    /** @param {HTMLElement} term */
    open(term) {
        clearTimeout(this.timer);
        if (this.term === term) return;
        this.close();
        const text = this.view.model.get("definitions")[term.dataset.dlabTerm ?? ""];
        if (!text) return;
        this.term = term;
        this.tip.textContent = text;
        this.tip.hidden = false;
        if (this.tip.popover) this.tip.showPopover();
        put(term, "aria-describedby", this.tip.id);
        this.place();
    }

    /** @returns {boolean} whether there was anything to close */
    close() {
        clearTimeout(this.timer);
        if (!this.term) return false;
        this.term.removeAttribute("aria-describedby");
        this.term = null;
        if (this.tip.popover && this.tip.matches(":popover-open")) this.tip.hidePopover();
        this.tip.hidden = true;
        return true;
    }

    place() {
        if (!this.term) return;
        if (!this.term.isConnected) { this.close(); return; }
        const at = this.term.getBoundingClientRect();
        const { offsetWidth: width, offsetHeight: height } = this.tip;
        const below = at.bottom + 4 + height <= window.innerHeight;
        const left = Math.max(8, Math.min(at.left, window.innerWidth - width - 8));
        this.tip.style.left = `${left}px`;
        this.tip.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
    }

    /** A term can be reached and pressed. @param {HTMLElement} root */
    dress(root) {
        for (const term of root.querySelectorAll(TERM)) {
            put(term, "role", "button");
            put(term, "tabindex", "0");
        }
    }
}

// --- focus and scroll places -----------------------------------------------------------------------------------

/** Keeps the focus inside when the focused thing is disabled or taken away under the finger: keys go on working. */
class Focus {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        /** @type {Element | null} */ this.last = null;
    }

    /** @param {HTMLElement} root */
    listen(root) {
        const { signal } = this.view;
        root.addEventListener("focusin", event => { this.last = /** @type {Element} */ (event.target); }, { signal });
        document.addEventListener("focusin", event => {
            if (!root.contains(/** @type {Node} */ (event.target))) this.last = null;
        }, { signal });
        // A press on a bare part of the page leaves the widget, and no focusin says so.
        document.addEventListener("pointerdown", event => {
            if (!root.contains(/** @type {Node} */ (event.target))) this.last = null;
        }, { capture: true, signal });
    }

    /** @param {HTMLElement} root */
    rescue(root) {
        const last = this.last;
        if (!last || (last.isConnected && !last.matches(":disabled"))) return;
        const now = document.activeElement;
        if (now === last || now === null || now === document.body) root.focus({ preventScroll: true });
    }

    /** Only the view that the reader is in answers. @param {string} css */
    request(css) {
        const root = this.view.root();
        if (!root || !(this.last || root.contains(document.activeElement))) return;
        (byClass(root, css) ?? root).focus({ preventScroll: true });
    }
}

// --- things in HTML that can be pressed ----------------------------------------------------------------------------

/** Tells Python what was pressed in a piece of HTML: `<div data-dlab-press="go:5">`.
 * @param {View} view @param {HTMLElement} root */
const listenToPresses = (view, root) => {
    root.addEventListener("click", event => {
        const target = event.target;
        if (!view.owns(target)) return;
        const what = /** @type {HTMLElement | null} */ (target.closest("[data-dlab-press]"))?.dataset.dlabPress;
        if (what) view.model.send({ type: "press", what });
    }, { signal: view.signal });
};

/** Keeps the current entry of a list visible by scrolling that list, never the page. */
class Scroll {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        /** @type {Element | null} */ this.shown = null;
    }

    /** @param {HTMLElement} root */
    follow(root) {
        const entry = byClass(root, this.view.model.get("keep_in_view"));
        if (entry === this.shown) return;                      // a reader who scrolled away is left in peace
        const list = entry && this.listOf(entry, root);
        if (entry && !list) return;                            // not laid out yet: once more at the next change
        this.shown = entry;
        if (!entry || !list) return;
        const inner = entry.getBoundingClientRect();
        const outer = list.getBoundingClientRect();
        if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 4;
        else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 4;
        if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left + 4;
        else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right + 4;
    }

    /** @param {HTMLElement} entry @param {HTMLElement} root @returns {HTMLElement | null} */
    listOf(entry, root) {
        for (let node = entry.parentElement; node && node !== root; node = node.parentElement) {
            const style = getComputedStyle(node);
            if (/auto|scroll/.test(style.overflowY + style.overflowX) && node.clientHeight > 0) return node;
        }
        return null;
    }
}

// --- the clipboard -----------------------------------------------------------------------------------------------

/** @param {string} text @returns {Promise<boolean>} */
const copy = async text => {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyByHand(text);           // a page without https has no clipboard to write to
    }
};

/** @param {string} text */
const copyByHand = text => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const field = document.createElement("textarea");
    field.value = text;
    field.style.cssText = "position: fixed; opacity: 0";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus({ preventScroll: true });
    return done;
};

// --- files to take away ------------------------------------------------------------------------------------------

const PNG = "image/png";
const SHARP = 2;          // pixels of a PNG for each unit of the drawing

/** A text as a file; an SVG that is wanted as PNG is drawn first. @param {string} text @param {string} mime */
const fileOf = (text, mime) => (mime === PNG ? drawnAsPng(text) : new Blob([text], { type: `${mime};charset=utf-8` }));

/** @param {string} svg @returns {Promise<Blob>} */
const drawnAsPng = async svg => {
    const image = new Image();
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(image.naturalWidth * SHARP);
    canvas.height = Math.ceil(image.naturalHeight * SHARP);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done, failed) => canvas.toBlob(blob => (blob ? done(blob) : failed()), PNG));
};

/** @param {{ name: string, text: string, mime: string }} what @returns {Promise<string>} the name; none if it failed */
const save = async ({ name, text, mime }) => {
    try {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(await fileOf(text, mime));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);       // the browser may ask its reader where to
        return name;
    } catch {
        return "";
    }
};

// --- one view -----------------------------------------------------------------------------------------------------

/** The shell in one place of the page. */
class View {
    /** @param {Stage} stage @param {HTMLElement} live */
    constructor({ model, el, signal }, live) {
        this.model = model;
        this.el = el;
        this.signal = signal;
        this.live = live;
        this.marks = new Marks(this);
        this.terms = new Terms(this);
        this.focus = new Focus(this);
        this.scroll = new Scroll(this);
        this.alarm = document.createElement("div");
        this.frame = 0;
    }

    start() {
        this.el.classList.add("dlab-shell");
        this.alarm.className = "dlab-error";
        put(this.alarm, "role", "alert");
        this.el.append(this.alarm);
        listenToKeys(this);
        giveScrollingBack(this);
        this.adopt();
    }

    /** @returns {HTMLElement | null} */
    root() {
        return this.el.closest("." + CSS.escape(this.model.get("root_class")));
    }

    /** In a widget within a widget, only the inner shell answers.
     * @param {EventTarget | null} target @returns {target is Element} */
    owns(target) {
        const root = this.root();
        return root !== null && isElement(target)
            && target.closest("." + CSS.escape(this.model.get("root_class"))) === root;
    }

    /** The root may not be there yet when the view is made. */
    adopt() {
        if (this.signal.aborted) return;
        const root = this.root();
        if (!root) {
            setTimeout(() => this.adopt(), 50);
            return;
        }
        for (const part of [this.marks, this.terms, this.focus]) part.listen(root);
        stopKeysAfterUse(this, root);
        listenToPresses(this, root);
        this.takeLiveRegion(root);
        this.watch(root);
        this.answer();
        this.dress(root);
    }

    /** One live region for a model, wherever it is shown: a second one would say everything twice.
     * @param {HTMLElement} root */
    takeLiveRegion(root) {
        if (!this.live.isConnected) this.el.append(this.live);
        root.addEventListener("focusin", () => {
            if (this.live.parentNode !== this.el) this.el.append(this.live);
        }, { signal: this.signal });
    }

    /** @param {HTMLElement} root */
    watch(root) {
        const { model, signal } = this;
        const changes = new MutationObserver(() => {
            this.focus.rescue(root);       // at once: the browser itself drops the focus before it next paints
            this.dressSoon(root);
        });
        changes.observe(root, {
            childList: true, subtree: true, attributes: true, attributeFilter: ["class", "disabled", "tabindex"],
        });
        const sizes = new ResizeObserver(() => {
            if (this.live.parentNode === this.el) report(model, "root_width", Math.round(root.clientWidth));
        });
        sizes.observe(root);
        signal.addEventListener("abort", () => { changes.disconnect(); sizes.disconnect(); });
        for (const name of ["alt", "name", "canvas_tabindex", "marked", "error", "keep_in_view"]) {
            model.on(`change:${name}`, () => this.dress(root));
        }
    }

    /** Messages from Python. */
    answer() {
        this.model.on("msg:custom", async content => {
            if (content.type === "focus") this.focus.request(content.css);
            if (content.type === "copy" && this.live.parentNode === this.el) {
                this.model.send({ type: "copied", done: await copy(content.text) });
            }
            if (content.type === "download" && this.live.parentNode === this.el) {
                this.model.send({ type: "saved", name: await save(content) });
            }
        });
    }

    /** @param {HTMLElement} root */
    dressSoon(root) {
        cancelAnimationFrame(this.frame);
        this.frame = requestAnimationFrame(() => this.dress(root));
    }

    /** @param {HTMLElement} root */
    dress(root) {
        if (this.signal.aborted) return;
        put(root, "role", "group");
        put(root, "aria-label", this.model.get("name"));
        put(root, "tabindex", "-1");
        for (const canvas of root.querySelectorAll("canvas")) if (this.owns(canvas)) this.dressCanvas(canvas);
        const error = this.model.get("error");
        if (this.alarm.textContent !== error) this.alarm.textContent = error;
        this.terms.dress(root);
        this.dressCurrent(root);
        for (const slider of root.querySelectorAll(".widget-slider")) {        // ipywidgets does not name its handle
            const [handle, label] = [slider.querySelector('[role="slider"]'), slider.querySelector(".widget-label")];
            if (handle && label?.textContent) put(handle, "aria-label", label.textContent);
        }
        this.marks.show(root);
        this.scroll.follow(root);
    }

    /** The current entry, and a chosen one of several, say so to a screen reader too. @param {HTMLElement} root */
    dressCurrent(root) {
        const css = this.model.get("keep_in_view");
        for (const entry of root.querySelectorAll("button, [aria-current]")) {
            if (css && entry.classList.contains(css)) put(entry, "aria-current", "step");
            else entry.removeAttribute("aria-current");
        }
        for (const choice of root.querySelectorAll("button.dlab-toggle")) {
            put(choice, "aria-pressed", String(choice.classList.contains("dlab-chosen")));
        }
    }

    /** @param {HTMLCanvasElement} canvas */
    dressCanvas(canvas) {
        const tabindex = this.model.get("canvas_tabindex");
        put(canvas, "role", "img");
        const own = canvas.closest(".dlab-table")?.querySelector(".dlab-alt");      // several tables in one view
        put(canvas, "aria-label", own?.textContent || this.model.get("alt"));
        if (tabindex) put(canvas, "tabindex", tabindex);
        else canvas.removeAttribute("tabindex");               // ipycanvas sets 0
    }
}

// --- one model ------------------------------------------------------------------------------------------------------

/** @param {Model} model @param {AbortSignal} signal */
const reportMotion = (model, signal) => {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    const tell = () => report(model, "reduced_motion", query.matches);
    query.addEventListener("change", tell, { signal });
    tell();
};

/** JupyterLab and Voila say their theme on the body; elsewhere the system's choice counts.
 * @param {Model} model @param {AbortSignal} signal */
const reportTheme = (model, signal) => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const tell = () => {
        const light = document.body.dataset.jpThemeLight;
        report(model, "dark", light === undefined ? query.matches : light === "false");
    };
    const theme = new MutationObserver(tell);
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    signal.addEventListener("abort", () => theme.disconnect());
    query.addEventListener("change", tell, { signal });
    tell();
};

/** Called once for a model; all its views share what is closed over here. */
export default () => {
    const live = document.createElement("div");
    live.className = "dlab-live";
    put(live, "aria-live", "polite");
    put(live, "aria-atomic", "true");
    return {
        /** @param {{ model: Model, signal: AbortSignal }} stage */
        initialize({ model, signal }) {
            const say = () => {
                const text = model.get("status");
                if (live.textContent !== text) live.textContent = text;
            };
            model.on("change:status", say);
            say();
            reportMotion(model, signal);
            reportTheme(model, signal);
        },
        /** @param {Stage} stage */
        render(stage) {
            new View(stage, live).start();
        },
    };
};
