import type {Channel} from "../config/choices.js";
import {assertToken, type Settings} from "../config/settings.js";
import {startSandbox} from "../sandbox/server.js";
import {createClient, type ServiceClient} from "../service/client.js";
import type {Log} from "./report.js";

/** A service to ask until `close`: the settings with its address, and whether it is the sandbox in this process. */
export interface Service {
  settings: Settings & {baseUrl: string};
  embedded: boolean;
  close(): Promise<void>;
}

interface Connected {
  settings: Service["settings"];
  client: ServiceClient;
  simulated: true | null;
}

/** The configured service. If none is configured, starts a sandbox in this process, and says so in the log. */
export async function startService(settings: Settings, log?: Log): Promise<Service> {
  const {baseUrl} = settings;
  if (baseUrl !== null) return {settings: {...settings, baseUrl}, embedded: false, close: async () => {}};
  const {url, close} = await startSandbox({seed: settings.sandbox.seed});
  log?.note(`sandbox: simulated feeds at ${url}, as no FEEDBOOK_BASE_URL is set`);
  return {settings: {...settings, baseUrl: url, token: "sandbox"}, embedded: true, close};
}

/** Runs `work` with the service; a sandbox of this process is closed afterwards. @throws ConfigError without a token */
export async function connect<T>(settings: Settings, log: Log, work: (reached: Connected) => Promise<T>): Promise<T> {
  assertToken(settings);
  const service = await startService(settings, log);
  try {
    const client = createClient(service.settings, {log: log.warn});
    return await work({settings: service.settings, client, simulated: service.embedded ? true : null});
  } finally {
    await service.close();
  }
}

/** Gives the client of a channel (the configured one by default), and makes only one for each. */
export function clientsOf(settings: Settings, log: Log): (channel?: Channel) => ServiceClient {
  const clients = new Map<Channel, ServiceClient>();
  return (channel = settings.service.channel) => {
    const client = clients.get(channel) ?? clientOf(settings, channel, log);
    clients.set(channel, client);
    return client;
  };
}

function clientOf({baseUrl, token, service}: Settings, channel: Channel, log: Log): ServiceClient {
  if (baseUrl === null) throw new Error("no service to ask: this load is offline");
  return createClient({baseUrl, token, service: {...service, channel}}, {log: log.warn});
}
