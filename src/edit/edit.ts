// Only a preview loads this. It edits the blocks of the page in their places, and saves each into the page's Markdown.
import {makeBar} from "./bar.js";
import {makeBlocks} from "./blocks.js";
import {makePlaces} from "./places.js";

const main = document.querySelector("main");
if (main !== null) {
  const places = makePlaces(main, () => void blocks.refresh());
  const blocks = makeBlocks(places, () => bar);
  const bar = makeBar(main, blocks);
  void blocks.refresh();
}
