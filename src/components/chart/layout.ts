import {type Frame, frame} from "./frame.js";
import {inside, type Track} from "./runs.js";
import {formatTime, formatValue, rangeOf, savedTracks, type View, visible} from "./view.js";

/** Lays the view out at its width; where all that it has is skipped, it says so, along all time. */
export function layout(view: View): Frame {
  const {options, loaded, width, axis, open} = view;
  const range = rangeOf(view);
  const asked = options.onZoom !== undefined && (range[0] < loaded[0] || range[1] > loaded[1]);
  // Rows beyond those of the page's zoom come when the gesture has ended.
  const shown = asked ? {...options, empty: "…"} : options;
  if (!asked && isAllClosed(view))
    return frame({...options, series: [], empty: closedNotice(view)}, {width, axis, range, tracks: []});
  return frame(shown, {width, axis, range, tracks: visible(view), open});
}

// All its points, or all its time.
function isAllClosed(view: View): boolean {
  const {open} = view;
  const range = rangeOf(view);
  if (open.closed.length === 0) return false;
  const any = (tracks: Track[]): boolean =>
    tracks.some((track) => {
      const [start, end] = inside(track, range);
      return start < end;
    });
  return open.at(range[0]) === open.at(range[1]) || (any(savedTracks(view)) && !any(visible(view)));
}

function closedNotice(view: View): string {
  const [track] = savedTracks(view);
  const index = track === undefined ? -1 : inside(track, rangeOf(view))[1] - 1;
  const [time, value] = [track?.times[index] ?? NaN, track?.values[index] ?? NaN];
  const said = "nothing but closed hours, which are skipped";
  return Number.isNaN(value) ? said : `${said}\ntheir last: ${formatValue(view)(value)}\n${formatTime(view, time)}`;
}
