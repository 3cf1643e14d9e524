// Only a preview loads this: it shows on the page why a data loader failed, of which Framework says only that it did.
const ask = window.fetch.bind(window);

window.fetch = async (...args) => {
  const response = await ask(...args);
  const {pathname} = new URL(response.url || location.href);
  if (pathname.startsWith("/_file/")) tell(pathname, response.status === 500 ? await response.clone().text() : null);
  return response;
};

const told = new Map<string, Element>();

function tell(path: string, message: string | null): void {
  told.get(path)?.remove();
  told.delete(path);
  if (message === null) return;
  const element = document.createElement("pre");
  element.className = "observablehq--inspect observablehq--error";
  element.textContent = message;
  element.setAttribute("role", "alert");
  told.set(path, element);
  document.querySelector("main")?.before(element);
}

export {};
