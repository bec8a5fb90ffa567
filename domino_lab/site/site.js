// A page that was opened from a disk has no web server, and JupyterLite does not start without one.
if (location.protocol === "file:") {
    document.addEventListener("DOMContentLoaded", () => {
        document.querySelectorAll(".domino-online").forEach(part => part.remove());
    });
}
