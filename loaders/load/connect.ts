import type {Channel} from "../config/choices.js";
import {exposure} from "../config/exposure.js";
import {assertToken, type Settings} from "../config/settings.js";
import {createClient, type ServiceClient} from "../service/client.js";
import type {Log} from "./report.js";

/** A service to request from: the settings have its address. */
export interface Service {
  settings: Settings & {baseUrl: string};
  /** True of the sandbox in this process; of any other service its answers say it. */
  simulated: true | null;
  /** The client of a channel (the configured one by default), always the same one. */
  client(channel?: Channel): ServiceClient;
}

/**
 * Runs `work` with the configured service. If none is configured, a sandbox runs in this process meanwhile, and is noted.
 * @throws ConfigError without a token
 */
export async function connect<T>(settings: Settings, log: Log, work: (service: Service) => Promise<T>): Promise<T> {
  assertToken(settings);
  const {baseUrl, token, service} = settings;
  const isSent = baseUrl !== null && token !== null && service.auth !== null;
  const warning = isSent ? exposure("FEEDBOOK_TOKEN", baseUrl) : null;
  if (warning !== null) log.warn(warning);
  if (baseUrl !== null) return work(reach({...settings, baseUrl}, log));
  const {startSandbox} = await import("../service/sandbox/server.js"); // only here, as it loads a web server
  const {url, close} = await startSandbox({seed: settings.sandbox.seed});
  log.note(`sandbox: simulated feeds at ${url}, as no FEEDBOOK_BASE_URL is set`);
  try {
    return await work({...reach({...settings, baseUrl: url, token: "sandbox"}, log), simulated: true});
  } finally {
    await close();
  }
}

function reach(settings: Service["settings"], log: Log): Service {
  const clients = new Map<Channel, ServiceClient>();
  const client: Service["client"] = (channel = settings.service.channel) => {
    const own = {...settings, service: {...settings.service, channel}};
    const made = clients.get(channel) ?? createClient(own, {log: log.warn});
    clients.set(channel, made);
    return made;
  };
  return {settings, simulated: null, client};
}
