// Only a preview loads this. It edits the blocks of the page in their places, and saves each into the page's Markdown.
import {makeBar} from "./bar.js";
import {makeBlocks} from "./blocks.js";
import {makePlaces} from "./places.js";

const main = document.querySelector("main");
if (main !== null) {
  const places = makePlaces(main);
  const blocks = makeBlocks(places, () => bar);
  const bar = makeBar(main, blocks);
  new MutationObserver(() => {
    places.arrange(); // before the next frame, as what is in no slot is not shown
    void blocks.refresh();
  }).observe(main, {childList: true});
  places.arrange();
  void blocks.refresh();
}
