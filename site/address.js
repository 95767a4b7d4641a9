// A classic script, which loads from a file, too, where browsers refuse the page's modules.
if (location.protocol === "file:") {
    document.getElementById("status").textContent = "Browsers load this page's modules from a server only: scripts/serve is one.";
}
