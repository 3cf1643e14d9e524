import {Command} from "commander";
import {type ClickHouse, openClickHouse} from "../cluster/client.js";
import {clusterText, makeSchema} from "../cluster/schema.js";
import {beginShipping, behind, type Shipped, ship} from "../cluster/ship.js";
import {ConfigError} from "../config/errors.js";
import {exposure} from "../config/exposure.js";
import type {Cluster} from "../config/settings.js";
import {countText} from "../config/size.js";
import {openAccess} from "../store/access.js";
import type {Host} from "./host.js";
import {print, printResult} from "./output.js";
import {action, type CommonOptions, type Context, withOptions} from "./run.js";

interface ShipOptions extends CommonOptions {
  ddl?: boolean;
  again?: boolean;
}

/** `ship`: sends the rows of the store to a ClickHouse server or cluster. */
export function shipCommand(host: Host): Command {
  return withOptions(new Command("ship"), "store", "json", "quiet")
    .description("send the rows of the store to a ClickHouse server or cluster")
    .option("--again", "send all rows once more, also to another cluster than before")
    .option("--ddl", "print the statements that make the tables and views of a cluster")
    .addHelpText("after", shipHelp)
    .action(
      action<ShipOptions>(host, async (context, {ddl, again}) => {
        const {settings} = context;
        if (ddl) return print(host, clusterText(settings.rows));
        const started = performance.now();
        const shipped = await withCluster(context, (server) => shipStore(context, server, again));
        printResult(context, {...shipped, cluster: clusterOf(context).url}, () =>
          shippedText(shipped, clusterOf(context).url, performance.now() - started)
        );
      })
    );
}

const shipHelp = `
The cluster is at FEEDBOOK_CLICKHOUSE_URL, as in http://127.0.0.1:8123/default, with FEEDBOOK_CLICKHOUSE_USER and
FEEDBOOK_CLICKHOUSE_PASSWORD. Tables and views that it lacks are made. Several machines can ship to it; no row is in it
twice. After an interruption, the next run sends the rest.

Examples:
  feedbook ship
  feedbook ship --ddl`;

async function shipStore({settings, log, signal}: Context, server: ClickHouse, again?: boolean): Promise<Shipped> {
  await makeSchema(server, settings.rows);
  const {withStore, close} = await openAccess(settings, {hold: false, signal});
  try {
    await withStore((store) => beginShipping(store, server.url, {anew: again === true}));
    const waiting = (await withStore(behind, {readOnly: true}))?.responses ?? 0;
    const onProgress = ({responses}: Shipped) => log.step(responses, waiting, "responses shipped");
    return await ship(withStore, server, {onProgress});
  } finally {
    close();
    log.done();
  }
}

/** Runs work with the cluster of the settings. @throws ConfigError if none is set */
async function withCluster<T>(context: Context, work: (server: ClickHouse) => Promise<T>): Promise<T> {
  const cluster = clusterOf(context);
  const warning = cluster.password ? exposure("FEEDBOOK_CLICKHOUSE_PASSWORD", cluster.url) : null;
  if (warning !== null) context.log.warn(warning);
  const server = await openClickHouse(cluster, context.signal);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

function clusterOf({settings: {cluster}}: Context): Cluster {
  if (cluster !== null) return cluster;
  throw new ConfigError("missing FEEDBOOK_CLICKHOUSE_URL: set it, as in http://127.0.0.1:8123/default");
}

function shippedText({responses, updates, hours}: Shipped, url: string, tookMs: number): string {
  if (responses === 0 && hours === 0) return `${url} has all rows of the store`;
  const sent = `shipped ${countText(updates, "update")} of ${countText(responses, "response")} to ${url}`;
  return `${sent} in ${(tookMs / 1000).toFixed(1)} s; ${countText(hours, "hour")} of feeds made again`;
}
