// Only a preview loads this. After a load the preview makes the files of an open page anew, and only then updates the page: a
// line at the foot of the window says so meanwhile.
const line = document.createElement("div");
line.className = "fb-reading";
line.setAttribute("role", "status");
line.textContent = "Reading new data …";

const noUpdateMs = 2000; // of a page that shows nothing of the data
let ending: ReturnType<typeof setTimeout> | undefined;

window.WebSocket = class extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    if (new URL(this.url).pathname !== "/_observablehq") return; // the page's own
    this.addEventListener("message", ({data}) => hear(JSON.parse(data)));
    this.addEventListener("close", () => line.remove());
  }
};

function hear({type, path}: {type: string; path?: string}): void {
  if (type === "update") line.remove();
  if (path !== ownPath()) return;
  clearTimeout(ending);
  if (type === "reading") document.body.append(line);
  if (type === "read") ending = setTimeout(() => line.remove(), noUpdateMs);
}

// As the preview has it.
function ownPath(): string {
  return decodeURI(location.pathname)
    .replace(/\/$/, "/index")
    .replace(/\.html$/, "");
}

export {};
