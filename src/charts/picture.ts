import {svg, textWidth} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import {draw} from "./draw.js";
import {swatch} from "./marks.js";
import {formatTime, layout, rangeOf, skippedNote, type View, visible} from "./view.js";

/** One entry of a picture's legend: a 16 × 10 px sign and its text. */
export interface Entry {
  sign: SVGElement;
  text: string;
}

const edge = 16;
const row = 18;

/** A picture to be saved: the chart with title, legend and note, in the colours and fonts that it has inside `host`. */
export function savedPicture(
  chart: SVGSVGElement,
  host: Element,
  {title, entries, note}: {title: string; entries: Entry[]; note: string}
): SVGSVGElement {
  const font = getComputedStyle(host).fontFamily || "sans-serif";
  const width = Number(chart.getAttribute("width"));
  const height = Number(chart.getAttribute("height"));
  const {group, rows} = legend(entries, width);
  const top = edge + 26 + rows * row + 6;
  const total = {width: width + 2 * edge, height: top + height + row + edge};
  chart.setAttribute("x", String(edge));
  chart.setAttribute("y", String(top));
  const fonts = fontRules();
  const picture = svg(
    "svg",
    {...total, viewBox: `0 0 ${total.width} ${total.height}`, "font-family": font},
    svg("title", {}, title),
    fonts === "" ? null : svg("style", {}, fonts),
    svg("rect", {...total, fill: color.background}),
    svg("text", {x: edge, y: edge + 14, "font-size": 15, "font-weight": 600, fill: color.ink}, title),
    group,
    chart,
    svg("text", {x: edge, y: total.height - edge + 2, "font-size": 10, fill: color.ink3}, note)
  );
  resolveColors(picture, host);
  return picture;
}

function legend(entries: Entry[], width: number): {group: SVGGElement; rows: number} {
  const group = svg("g", {"font-size": 12, fill: color.ink2});
  let x = 0;
  let rows = entries.length > 0 ? 1 : 0;
  for (const {sign, text} of entries) {
    const room = 22 + textWidth(text, 12) + 14;
    if (x > 0 && x + room > width) {
      x = 0;
      rows++;
    }
    const y = edge + 26 + (rows - 1) * row;
    group.append(svg("g", {transform: `translate(${edge + x},${y})`}, sign, svg("text", {x: 22, y: 9.5}, text)));
    x += room;
  }
  return {group, rows};
}

/** The picture of a view to be saved, with its visible series, source and time range. */
export function standalone(view: View, host: Element): SVGSVGElement {
  const {title, source = "Feedbook"} = view.options;
  const range = rangeOf(view).map((time) => formatTime(view, time, "minute"));
  return savedPicture(draw(layout(view), title), host, {
    title,
    entries: visible(view).map((track) => ({sign: swatch(track), text: track.label})),
    note: [source, range.join(" to "), skippedNote(view)].filter(Boolean).join(" · ")
  });
}

const named = /var\([^()]*\)|currentColor/gi; // also inside a style attribute

/** Replaces CSS variables in attributes by their colours inside `host`, as a saved picture has no style sheet. */
export function resolveColors(picture: SVGElement, host: Element): void {
  const probe = document.createElement("span");
  host.append(probe);
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    for (const {name, value} of [...element.attributes]) {
      const resolved = value.replace(named, (text) => {
        probe.style.color = text;
        return getComputedStyle(probe).color;
      });
      if (resolved !== value) element.setAttribute(name, resolved);
    }
  }
  probe.remove();
}

// The fonts that the page's style sheets contain, as CSS text.
function fontRules(): string {
  const rules = [...document.styleSheets].flatMap(rulesOf).map(({cssText}) => cssText);
  return rules.filter((text) => /^@font-face.*url\(["']?data:/s.test(text)).join("\n");
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // of another origin, such as an extension's
  }
}
