// Only a preview loads this. It shows on the page why a data loader failed: Framework shows only that it failed.
const ask = window.fetch.bind(window);

window.fetch = async (...args) => {
  const response = await ask(...args);
  const {pathname} = new URL(response.url || location.href);
  if (pathname.startsWith("/_file/")) report(pathname, response.status === 500 ? await response.clone().text() : null);
  return response;
};

const reports = new Map<string, Element>();

function report(path: string, message: string | null): void {
  reports.get(path)?.remove();
  reports.delete(path);
  if (message === null) return;
  const element = document.createElement("pre");
  element.className = "observablehq--inspect observablehq--error";
  element.textContent = message;
  element.setAttribute("role", "alert");
  reports.set(path, element);
  document.querySelector("main")?.before(element);
}

export {};
