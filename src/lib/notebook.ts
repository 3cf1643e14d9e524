// The one import of a page, with all that there is. Packages are imported here by their bare names, so that Framework bundles
// the installed ones; `npm:` imports and its own built-ins would come from a CDN.
export * as Inputs from "@observablehq/inputs";
export * as Plot from "@observablehq/plot";
export {html, svg} from "htl";
export * as d3 from "./d3.js";
export * from "./kit.js";
