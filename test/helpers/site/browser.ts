import {existsSync} from "node:fs";
import {execaCommand} from "execa";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
];

// Debian's, as root.
const installing = ["apt-get update -qq", "apt-get install -y -qq --no-install-recommends chromium"];

/**
 * Path of a Chromium: CHROMIUM_PATH, or one of the usual places. With `install`, Debian's is installed if there is none,
 * unless FEEDBOOK_INSTALL is 0. @throws Error that says what to do
 */
export async function findBrowser({install = false} = {}): Promise<string> {
  const {CHROMIUM_PATH: named, FEEDBOOK_INSTALL: allowed} = process.env;
  const path = (named ? [named] : places).find((place) => existsSync(place));
  if (path !== undefined) return path;
  const missing = `no Chromium found${named ? ` at ${named}` : ""}: install Chromium or Chrome, or set CHROMIUM_PATH to one`;
  if (!install || !isDebian() || named || allowed === "0") throw new Error(missing);
  console.log(
    `no Chromium found: running ${installing.join(" && ")} (once; FEEDBOOK_INSTALL=0 leaves the machine alone)`
  );
  const options = {env: {DEBIAN_FRONTEND: "noninteractive"}, stdio: ["ignore", "ignore", "inherit"]} as const;
  try {
    for (const command of installing) await execaCommand(command, options);
  } catch (cause) {
    throw new Error(missing, {cause});
  }
  return findBrowser();
}

function isDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}
