// @ts-check
/** The picture of a table as SVG. Python is told `{x, y}`, in pixels of the drawing, when it is pressed. */

export default {
    /** @param {{ model: any, el: HTMLElement, signal: AbortSignal }} stage */
    render({ model, el, signal }) {
        const draw = () => { el.innerHTML = model.get("svg"); };
        model.on("change:svg", draw);
        draw();
        el.addEventListener("mousedown", event => {
            const svg = el.querySelector("svg");
            if (!svg) return;
            const { left, top, width, height } = svg.getBoundingClientRect();
            model.send({
                x: (event.clientX - left) / width * svg.width.baseVal.value,
                y: (event.clientY - top) / height * svg.height.baseVal.value,
            });
        }, { signal });
    },
};
