import {existsSync} from "node:fs";
import {execa} from "execa";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
];

/**
 * Path of a Chromium: CHROMIUM_PATH, or one of the usual places. With `install`, Debian's is installed if there is none and
 * this runs as root. @throws Error that says what to do
 */
export async function findBrowser({install = false} = {}): Promise<string> {
  const path = process.env.CHROMIUM_PATH || places.find((place) => existsSync(place));
  if (path !== undefined) return path;
  if (install && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = {DEBIAN_FRONTEND: "noninteractive"};
    const options = {env, stdio: ["ignore", "ignore", "inherit"]} as const;
    console.log("installing chromium (once)");
    await execa("apt-get", ["update", "-qq"], options);
    await execa("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
    return findBrowser();
  }
  throw new Error("no Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to one");
}
