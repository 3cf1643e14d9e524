// What the build runs of the pages' own modules, so that it answers their queries by the same rules: it knows no document.

export {bind, identifier, keyOf} from "../../lib/parameters.js";
export {defaultOf, widths} from "./defaults.js";
export {pickedValue} from "./kept.js";
export {openingParameters} from "./pick.js";
