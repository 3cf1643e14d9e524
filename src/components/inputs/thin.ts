import {toMs} from "../../lib/instant.js";
import type {Meta} from "../../lib/opening.js";
import {html} from "../parts/dom.js";
import type {Control} from "../parts/segments.js";
import type {Picked} from "./picked.js";

const command = "npm run -s feedbook -- load history";
const everies = [1, 10, 60, 300, 3600, 86_400]; // in seconds
const texts = ["1s", "10s", "1m", "5m", "1h", "1d"];
const mostInstants = 300;

/** Says of a store that holds less than a minute that nothing is known over time yet, and which command loads a day. */
export function thinNote({firstPublishedAt, lastPublishedAt}: Meta): Control<Pick<Picked, "feeds">> {
  const code = html("code", {}, dayOf(null));
  const element = html(
    "p",
    {class: "fb-dropped", role: "status"},
    "The store holds less than a minute: nothing is known over time yet. Run ",
    code,
    " to load a day."
  );
  element.hidden = !(toMs(lastPublishedAt) - toMs(firstPublishedAt) < 60_000);
  return {
    element,
    show({feeds}) {
      code.textContent = dayOf(feeds);
    }
  };
}

/** What loads the time shown, for charts that have nothing in it: a command, in lines that a phone has room for. */
export function loadHint({feeds, from, until}: Pick<Picked, "feeds" | "from" | "until">): string | undefined {
  const seconds = (toMs(until) - toMs(from)) / 1000;
  if (!(seconds > 0)) return undefined;
  const every = everies.findIndex((step) => seconds / step <= mostInstants);
  return [
    "to load them:",
    command,
    `--from ${from?.replace(".000Z", "Z")}`,
    `--to ${until?.replace(".000Z", "Z")}`,
    `--every ${texts.at(every)}${which(feeds)}`
  ].join("\n");
}

function dayOf(feeds: readonly number[] | null): string {
  return `${command} --from now-1d --every 5m${which(feeds)}`;
}

function which(feeds: readonly number[] | null): string {
  const named = (feeds ?? []).filter((id) => id > 0); // 0 stands for all feeds
  return named.length === 0 ? "" : ` --feeds ${named.join()}`;
}
