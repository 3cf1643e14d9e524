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

/** How `findBrowser` looks for a Chromium, and installs one. */
export interface BrowserOptions {
  /** Whether one may be installed where there is none; default: not. */
  install?: boolean;
  env?: NodeJS.ProcessEnv;
  exists?: (path: string) => boolean;
  /** Runs a command of the shell; null where this is no Debian, or not run by root. */
  run?: ((command: string) => Promise<unknown>) | null;
  log?: (text: string) => void;
}

/**
 * Path of a Chromium: CHROMIUM_PATH, or one of the usual places. With `install`, Debian's is installed if there is none,
 * unless FEEDBOOK_INSTALL is 0. @throws Error that says what to do
 */
export async function findBrowser({
  install = false,
  env = process.env,
  exists = existsSync,
  run = isDebian() ? runQuietly : null,
  log = console.log
}: BrowserOptions = {}): Promise<string> {
  const wanted = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : places;
  const path = wanted.find(exists);
  if (path !== undefined) return path;
  const missing = `no Chromium found${env.CHROMIUM_PATH ? ` at ${env.CHROMIUM_PATH}` : ""}: install Chromium or Chrome, or set CHROMIUM_PATH to one`;
  if (!install || run === null || env.CHROMIUM_PATH || env.FEEDBOOK_INSTALL === "0") throw new Error(missing);
  log(`no Chromium found: running ${installing.join(" && ")} (once; FEEDBOOK_INSTALL=0 leaves the machine alone)`);
  try {
    for (const command of installing) await run(command);
  } catch (cause) {
    throw new Error(missing, {cause});
  }
  return findBrowser({env, exists});
}

function isDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

function runQuietly(command: string): Promise<unknown> {
  return execaCommand(command, {env: {DEBIAN_FRONTEND: "noninteractive"}, stdio: ["ignore", "ignore", "inherit"]});
}
