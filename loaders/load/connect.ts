import type {Channel} from "../config/choices.js";
import {exposure} from "../config/exposure.js";
import {assertToken, type Settings} from "../config/settings.js";
import type {ServiceClient} from "../service/client.js";
import type {Log} from "./report.js";

/** A service to ask until `close`: the settings with its address, and whether it is the sandbox in this process. */
export interface Service {
  settings: Settings & {baseUrl: string};
  embedded: boolean;
  /** The client of a channel (the configured one by default), always the same one. */
  client(channel?: Channel): ServiceClient;
  close(): Promise<void>;
}

interface Connected {
  settings: Service["settings"];
  client: ServiceClient;
  simulated: true | null;
}

/** The configured service. If none is configured, starts a sandbox in this process, and says so in the log. */
export async function startService(settings: Settings, log?: Log): Promise<Service> {
  const {baseUrl, token} = settings;
  const warning = baseUrl === null || token === null ? null : exposure("FEEDBOOK_TOKEN", baseUrl);
  if (warning !== null) log?.warn(warning);
  const {createClient} = await import("../service/client.js"); // only who asks a service waits for this code, or the sandbox's
  const serviceOf = (reached: Service["settings"], rest: Pick<Service, "embedded" | "close">): Service => {
    const clients = new Map<Channel, ServiceClient>();
    const made = (channel: Channel) =>
      createClient({...reached, service: {...reached.service, channel}}, log && {log: log.warn});
    const client = (channel = reached.service.channel) => {
      const one = clients.get(channel) ?? made(channel);
      clients.set(channel, one);
      return one;
    };
    return {settings: reached, client, ...rest};
  };
  if (baseUrl !== null) return serviceOf({...settings, baseUrl}, {embedded: false, close: async () => {}});
  const {startSandbox} = await import("../sandbox/server.js");
  const {url, close} = await startSandbox({seed: settings.sandbox.seed});
  log?.note(`sandbox: simulated feeds at ${url}, as no FEEDBOOK_BASE_URL is set`);
  return serviceOf({...settings, baseUrl: url, token: "sandbox"}, {embedded: true, close});
}

/** Runs `work` with the service; a sandbox of this process is closed afterwards. @throws ConfigError without a token */
export async function connect<T>(settings: Settings, log: Log, work: (reached: Connected) => Promise<T>): Promise<T> {
  assertToken(settings);
  const service = await startService(settings, log);
  try {
    return await work({
      settings: service.settings,
      client: service.client(),
      simulated: service.embedded ? true : null
    });
  } finally {
    await service.close();
  }
}
