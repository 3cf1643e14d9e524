import {html} from "../ui/elements/dom.js";

const patience = 15_000; // ms until the page says that it has no such chart

/**
 * Shows one chart of the page alone, as large as the window, with a line about its source: for an iframe or a slide. `name` is
 * the chart's name, such as `price`, or its title in small letters with hyphens. Without such a chart, the page lists its names.
 */
export function showAlone(name: string): void {
  const note = html("p", {class: "fb-embed-note", role: "status"});
  const [text, link] = [html("span"), html("a", {target: "_blank", rel: "noopener"}, "Feedbook")];
  document.body.append(note, html("p", {class: "fb-embed-source"}, text, link));
  let alone: HTMLElement | undefined;
  const mark = (): void => {
    const figures = [...document.querySelectorAll<HTMLElement>("#observablehq-main figure")];
    const found = figures.find((figure) => namesOf(figure).includes(name));
    for (const figure of figures) figure.toggleAttribute("data-alone", figure === found);
    if (found !== undefined) note.hidden = true;
    if (found !== alone) dispatchEvent(new Event("resize")); // charts take their new height
    alone = found;
    const source = sourceOf();
    if (text.textContent !== source.text) text.textContent = source.text; // an equal text would be a change, too
    link.href = source.href;
  };
  new MutationObserver(mark).observe(document.body, {childList: true, subtree: true});
  setTimeout(() => {
    const names = new Set(
      Array.from(document.querySelectorAll("figure"), (figure) => namesOf(figure)[0]).filter(Boolean)
    );
    note.textContent = `This page has no chart “${name}”. Its charts are: ${[...names].join(", ")}.`;
  }, patience);
  mark();
}

function namesOf(figure: HTMLElement): string[] {
  const title = figure.querySelector("figcaption")?.textContent ?? "";
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...(figure.dataset.chart === undefined ? [] : [figure.dataset.chart]), words.join("-")];
}

function sourceOf(): {text: string; href: string} {
  const until = document.querySelector(".fb-age time")?.textContent ?? "";
  const simulated = document.querySelector(".fb-banner") === null ? "" : "Simulated data · ";
  const address = new URL(location.href);
  address.searchParams.delete("embed");
  return {text: `${simulated}${until === "" ? "" : `up to ${until} · `}`, href: address.href};
}
