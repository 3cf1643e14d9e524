import {assertToken, type Settings} from "../config/settings.js";
import {startSandbox} from "../sandbox/server.js";
import {createClient, type ServiceClient} from "../service/client.js";
import type {Log} from "./log.js";

/** A service that can be asked outside a load: the settings with its address, and whether it is known to be a sandbox. */
export interface Reached {
  settings: Settings & {baseUrl: string};
  client: ServiceClient;
  simulated: true | null;
}

/** Runs `work` with the configured service, or with a sandbox in this process, which ends with it. @throws ConfigError without a token */
export async function reachService<T>(
  settings: Settings,
  log: Log,
  work: (reached: Reached) => Promise<T>
): Promise<T> {
  const {baseUrl} = settings;
  if (baseUrl !== null) {
    assertToken(settings);
    const reached = {...settings, baseUrl};
    return work({settings: reached, client: createClient(reached, {log: log.warn}), simulated: null});
  }
  const sandbox = await startSandbox({seed: settings.sandbox.seed});
  log.note(`sandbox: simulated feeds at ${sandbox.url}, as no FEEDBOOK_BASE_URL is set`);
  try {
    const reached = {...settings, baseUrl: sandbox.url, token: "sandbox"};
    return await work({settings: reached, client: createClient(reached, {log: log.warn}), simulated: true});
  } finally {
    await sandbox.close();
  }
}
