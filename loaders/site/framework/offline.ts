import {existsSync, mkdirSync, readFileSync} from "node:fs";
import {join} from "node:path";

// Packages that Framework's standard library would take from a CDN if a page used them. Framework asks the registry for the
// version of each, used or not, unless its cache has a folder of that name. These versions matter only for packages that are
// not installed.
const resolved: Readonly<Record<string, string>> = {
  "@observablehq/plot": "0.6.17",
  "@observablehq/sample-datasets": "1.0.1",
  "apache-arrow": "17.0.0",
  arquero: "8.0.3",
  d3: "7.9.0",
  "d3-dsv": "3.0.1",
  echarts: "6.0.0",
  htl: "0.3.1",
  leaflet: "1.9.4",
  lodash: "4.17.21",
  "mapbox-gl": "3.15.0",
  "parquet-wasm": "0.7.1",
  react: "19.2.0",
  "react-dom": "19.2.0",
  "topojson-client": "3.1.0"
};

/** Makes the cache folders with which Framework asks no network for versions, under the site's source root. */
export function prepareOffline(root: string, modules = "node_modules"): void {
  for (const [name, version] of Object.entries(resolved)) {
    const folder = `${name}@${installedVersion(join(modules, name)) ?? version}`;
    mkdirSync(join(root, ".observablehq", "cache", "_npm", folder), {recursive: true});
  }
}

function installedVersion(folder: string): string | null {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) return null;
  const {version}: {version?: unknown} = JSON.parse(readFileSync(manifest, "utf8"));
  return typeof version === "string" ? version : null;
}
