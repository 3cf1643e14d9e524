// Only a preview loads this. It edits the blocks of the page in their places, and saves each into the page's Markdown.
import {makeBar} from "./bar.js";
import {makeBlocks} from "./blocks.js";
import {makePlaces} from "./places.js";

const main = document.querySelector("main");
if (main !== null) {
  const places = makePlaces(main);
  const blocks = makeBlocks(places, () => bar);
  const bar = makeBar(main, blocks);
  const picks = () => document.querySelector<HTMLMetaElement>('meta[name="feedbook-picks"]')?.content;
  let shown = picks();
  new MutationObserver(() => {
    places.arrange(); // before the next frame, as what is in no slot is not shown
    void blocks.refresh();
    if (picks() !== shown) dispatchEvent(new PopStateEvent("popstate")); // inputs read their state again
    shown = picks();
  }).observe(main, {childList: true});
  places.arrange();
  void blocks.refresh();
}
