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
  const {baseUrl, token, service} = settings;
  const isToldToken = baseUrl !== null && token !== null && service.auth !== null;
  const warning = isToldToken ? exposure("FEEDBOOK_TOKEN", baseUrl) : null;
  if (warning !== null) log?.warn(warning);
  const {createClient} = await import("../service/client.js"); // only who asks a service waits for this code, or the sandbox's
  const clientsOf = (reached: Service["settings"]): Service["client"] => {
    const clients = new Map<Channel, ServiceClient>();
    return (channel = reached.service.channel) => {
      const asking = {...reached, service: {...reached.service, channel}};
      const client = clients.get(channel) ?? createClient(asking, log && {log: log.warn});
      clients.set(channel, client);
      return client;
    };
  };
  if (baseUrl !== null) {
    const reached = {...settings, baseUrl};
    return {settings: reached, embedded: false, client: clientsOf(reached), close: async () => {}};
  }
  const {startSandbox} = await import("../service/sandbox/server.js");
  const {url, close} = await startSandbox({seed: settings.sandbox.seed});
  log?.note(`sandbox: simulated feeds at ${url}, as no FEEDBOOK_BASE_URL is set`);
  const reached = {...settings, baseUrl: url, token: "sandbox"};
  return {settings: reached, embedded: true, client: clientsOf(reached), close};
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
