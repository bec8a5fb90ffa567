/**
 * What a page in a SCORM 1.2 package reports to the learning platform around it; where there is none, it does nothing.
 *
 * It is a script of its own, before that of the page, which tells by an event how far the reader is.
 */

/**
 * @typedef {{ LMSInitialize: (none: "") => string, LMSFinish: (none: "") => string, LMSCommit: (none: "") => string, LMSGetValue: (name: string) => string, LMSSetValue: (name: string, value: string) => string }} Platform
 */

/** The platform that a window or one around it has. @param {any} at @returns {Platform | null} */
const platformAround = at => {
    try {
        for (; at; at = at.parent === at ? null : at.parent) if (at.API) return at.API;
    } catch { /* a window of another site, which is no platform of this page */ }
    return null;
};

/** A time as SCORM writes it, such as 0000:01:30.05. @param {number} milliseconds */
const timespan = milliseconds => {
    const hundredths = Math.floor(milliseconds / 10), minutes = Math.floor(hundredths / 6000);
    const digits = (/** @type {number | string} */ number, /** @type {number} */ count) => String(number).padStart(count, "0");
    return `${digits(Math.floor(minutes / 60), 4)}:${digits(minutes % 60, 2)}:${digits((hundredths % 6000 / 100).toFixed(2), 5)}`;
};

const platform = platformAround(window) ?? platformAround(window.opener);
if (platform && String(platform.LMSInitialize("")) === "true") {
    const opened = Date.now(), set = (/** @type {string} */ name, /** @type {string} */ value) => platform.LMSSetValue(`cmi.core.${name}`, value);
    let reported = -1, isOver = ["completed", "passed", "failed"].includes(platform.LMSGetValue("cmi.core.lesson_status"));     // what was completed before keeps its score
    /** @param {{ number: number, answered: number, right: number, done: boolean }} progress */
    const report = ({ number, answered, right, done }) => {
        if (isOver || (answered === reported && !done)) return;
        [reported, isOver] = [answered, done];
        if (answered) {
            set("score.min", "0");
            set("score.max", "100");
            set("score.raw", String(Math.round(10000 * right / number) / 100));
        }
        set("lesson_status", done ? "completed" : "incomplete");
        platform.LMSCommit("");
    };
    document.addEventListener("domino-lab-progress", event => report(/** @type {CustomEvent} */ (event).detail));
    if (!document.getElementById("recorded")) report({ number: 0, answered: 0, right: 0, done: true });     // a page that is only read
    addEventListener("pagehide", () => {
        set("session_time", timespan(Date.now() - opened));
        platform.LMSFinish("");
    });
}
