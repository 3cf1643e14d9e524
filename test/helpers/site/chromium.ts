import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {soaking} from "../soak.js";
import {findBrowser} from "./browser.js";

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

/** Opens a page and records its faults and requests. */
export async function watch(context: BrowserContext, origin: string): Promise<Watched> {
  const page = await context.newPage();
  const watched: Watched = {page, errors: [], outside: [], requests: []};
  page.on("console", (message) => {
    if (/^FAIL WITH: Error: Range request .*\.duckdb failed/.test(message.text())) return; // of a stopped engine
    if (message.type() === "error" || message.type() === "warning") watched.errors.push(message.text());
  });
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page aborts its reads of the snapshot.
    if (reason === "net::ERR_ABORTED" && request.url().endsWith(".duckdb")) return;
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
