import {existsSync} from "node:fs";
import {execaCommand} from "execa";
import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {soaking} from "../soak.js";

/** A page under test, and its faults. */
export interface Watched {
  page: Page;
  /** Console errors and warnings, uncaught errors, failed requests and answers of 400 and more. */
  errors: string[];
  /** Requests to another origin than the site's. */
  outside: string[];
  /** Addresses of all requests. */
  requests: string[];
}

// The last switch of a name wins: so these are Playwright's own features that matter here, and the popups of the address bar
// (WebUI…), which took a third of the time of each page.
const features = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  ...["PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]
];

/** Starts a headless Chromium that sends no requests of its own; `args`: more of its switches. */
export async function startChromium(args: readonly string[] = []): Promise<Browser> {
  const quiet = ["--no-sandbox", "--disable-gpu", `--disable-features=${features}`];
  return await chromium.launch({executablePath: await findBrowser(), args: [...quiet, ...args]});
}

let shared: Browser | undefined;

/** The Chromium of this process, which ends with it. Files of tests share it: each has contexts of its own. */
export async function sharedChromium(): Promise<Browser> {
  // Optimising DuckDB-Wasm costs more than the short life of a test's page saves.
  if (!shared?.isConnected()) shared = await startChromium(soaking ? [] : ["--js-flags=--liftoff-only"]);
  return shared;
}

/** Closes all pages of the browser, which the next file uses again. */
export async function leaveChromium(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close();
}

// DuckDB-Wasm takes longer to start than a page, and starts by itself unless the reader saves data.
const savesData = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})";

/** Opens a page and records its faults and requests. Unless it is `eager`, DuckDB-Wasm starts only for a query. */
export async function watch(context: BrowserContext, origin: string, {eager = false} = {}): Promise<Watched> {
  const page = await context.newPage();
  if (!eager) await page.addInitScript(savesData);
  const watched: Watched = {page, errors: [], outside: [], requests: []};
  page.on("console", (message) => {
    if (/^FAIL WITH: Error: Range request .*\.duckdb failed/.test(message.text())) return; // of a stopped engine
    if (message.type() === "error" || message.type() === "warning") watched.errors.push(message.text());
  });
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page aborts its reads of the snapshot and of the engine.
    if (reason === "net::ERR_ABORTED" && /\.duckdb$|\/duckdb-eh\.wasm/.test(request.url())) return;
    watched.errors.push(`${reason} ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) watched.errors.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    watched.requests.push(request.url());
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) {
      watched.outside.push(request.url());
    }
  });
  return watched;
}

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
