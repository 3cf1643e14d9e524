import {readFileSync} from "node:fs";
import {createRequire} from "node:module";

// Inside the stylesheet, because Framework's bundler has no loader for fonts.
const path = createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
process.stdout.write(`@font-face {
  font-family: "Inter Variable";
  font-style: normal;
  font-weight: 100 900;
  src: url(data:font/woff2;base64,${readFileSync(path, "base64")}) format("woff2");
}
`);
