document.addEventListener("DOMContentLoaded", () => {
    // JupyterLite needs a web server; a page that was opened from a disk has none.
    if (location.protocol === "file:") {
        document.querySelectorAll(".domino-online").forEach(part => part.remove());
    }
    // On paper a frame is as high as its page says: what would have to be scrolled there cannot be read.
    addEventListener("message", ({ data, source }) => {
        const frame = [...document.querySelectorAll("iframe.domino-page")].find(one => one.contentWindow === source);
        if (!frame || !Number.isFinite(data?.paper)) return;
        frame.style.setProperty("--paper", `${data.paper}px`);
        frame.closest(".cell")?.classList.toggle("domino-tall", data.paper > 900);      // more than a sheet holds beside its code
    });
    // Only the browser knows where the site is.
    for (const line of document.querySelectorAll(".domino-embed")) {
        const address = new URL(line.dataset.address, location.href).href;
        line.textContent = `<iframe src="${address}" title="A hand of dominoes" width="100%" height="760"></iframe>`;
    }
    // The theme gives its two side panels no names, and its search page no heading.
    for (const [panel, name] of [[".sidebar-drawer", "All pages"], [".toc-drawer", "This page"]]) {
        document.querySelector(panel)?.setAttribute("aria-label", name);
    }
    for (const box of document.querySelectorAll(".cell_output .text_html")) {
        if (box.scrollWidth > box.clientWidth) {
            box.tabIndex = 0;
            box.setAttribute("role", "region");
            box.setAttribute("aria-label", "Table");
        }
    }
    const results = document.getElementById("search-results");
    if (results) {
        results.before(Object.assign(document.createElement("h1"), { textContent: "Search" }));
    }
});
