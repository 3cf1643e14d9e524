import {html} from "../components/dom.js";
import {toMs} from "./instant.js";
import type {Meta} from "./opening.js";
import type {Picked} from "./picked.js";
import type {Control} from "./segments.js";

/** Says of a store that holds less than a minute that nothing is known over time yet, and which command loads a day. */
export function thinNote({firstPublishedAt, lastPublishedAt}: Meta): Control<Pick<Picked, "feeds">> {
  const command = html("code");
  const element = html(
    "p",
    {class: "fb-dropped", role: "status"},
    "The store holds less than a minute: nothing is known over time yet. Run ",
    command,
    " to load a day."
  );
  element.hidden = !(toMs(lastPublishedAt) - toMs(firstPublishedAt) < 60_000);
  return {
    element,
    show({feeds}) {
      const named = (feeds ?? []).filter((id) => id > 0); // 0 stands for all feeds
      const which = named.length === 0 ? "" : ` --feeds ${named.join()}`;
      command.textContent = `npm run -s feedbook -- load history --from now-1d --every 5m${which}`;
    }
  };
}
