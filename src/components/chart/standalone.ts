import {resolveColors} from "./colors.js";
import {draw} from "./draw.js";
import {layout} from "./layout.js";
import {swatch} from "./marks.js";
import {compose} from "./picture.js";
import {formatTime, rangeOf, skippedNote, type View, visible} from "./view.js";

/** The picture of a view as it is saved: title, legend, chart, source and time range, in the colours it has inside `host`. */
export function standalone(view: View, host: Element): SVGSVGElement {
  const {title, source = "Feedbook"} = view.options;
  const range = rangeOf(view)
    .map((time) => formatTime(view, time, "minute"))
    .join(" to ");
  const picture = compose(draw(layout(view), title), {
    title,
    entries: visible(view).map((track) => ({sign: swatch(track), text: track.label})),
    source: [source, range, skippedNote(view)].filter(Boolean).join(" · "),
    font: getComputedStyle(host).fontFamily || "sans-serif"
  });
  resolveColors(picture, host);
  return picture;
}
