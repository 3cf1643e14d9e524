import {existsSync} from "node:fs";
import {Command} from "commander";
import {type ClickHouse, openClickHouse} from "../cluster/client.js";
import {clusterText, makeSchema} from "../cluster/schema.js";
import {beginShipping, behind, type Shipped, ship} from "../cluster/ship.js";
import {type Difference, markDifferences, verify} from "../cluster/verify.js";
import {ConfigError} from "../config/errors.js";
import {exposure} from "../config/exposure.js";
import type {Cluster} from "../config/settings.js";
import {countText} from "../config/size.js";
import {openAccess, type WithStore} from "../store/access.js";
import {NoStoreError} from "../store/database/error.js";
import {InterruptedError} from "../store/database/store.js";
import type {Host} from "./host.js";
import {print, printResult, resultOf, textTable} from "./output.js";
import {action, type CommonOptions, type Context, exitCodes, withOptions} from "./run.js";

interface ShipOptions extends CommonOptions {
  ddl?: boolean;
  again?: boolean;
  verify?: boolean;
  repair?: boolean;
}

/** `ship`: sends the rows of the store to a ClickHouse server or cluster. */
export function shipCommand(host: Host): Command {
  return withOptions(new Command("ship"), "store", "json", "quiet")
    .description("send the rows of the store to a ClickHouse server or cluster")
    .option("--again", "send all rows once more, also to another cluster than before")
    .option("--verify", "compare the updates of each feed and day in the cluster with the store's; 1 if any differ")
    .option("--repair", "with --verify: send the days that differ once more")
    .option("--ddl", "print the statements that make the tables and views of a cluster")
    .addHelpText("after", shipHelp)
    .action(
      action<ShipOptions>(host, async (context, {ddl, again, verify: verifies, repair}) => {
        const {settings} = context;
        if (ddl) return print(host, clusterText(settings.rows));
        if (repair && !verifies) throw new ConfigError("--repair needs --verify");
        if (again && verifies)
          throw new ConfigError("--again sends all rows, and --verify only compares: leave one out");
        if (verifies) return verifyCluster(context, repair === true);
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
  feedbook ship --verify --repair
  feedbook ship --ddl`;

function shipStore(context: Context, server: ClickHouse, again?: boolean): Promise<Shipped> {
  const {storePath} = context.settings;
  if (!existsSync(storePath)) throw new NoStoreError(storePath); // else a wrong --store would make an empty store
  return withAccess(context, async (withStore) => {
    await makeSchema(server, context.settings.rows);
    await withStore((store) => beginShipping(store, server.url, {anew: again === true}));
    return await shipRest(context, withStore, server);
  });
}

async function shipRest({log}: Context, withStore: WithStore, server: ClickHouse): Promise<Shipped> {
  const waiting = (await withStore(behind, {readOnly: true}))?.responses ?? 0;
  const onProgress = ({responses}: Shipped) => log.step(responses, waiting, "responses shipped");
  try {
    return await ship(withStore, server, {onProgress});
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    const left = (await withStore(behind, {readOnly: true}))?.responses ?? 0;
    throw new InterruptedError(`interrupted: ${countText(left, "response")} to ship are left: run it again`);
  } finally {
    log.done();
  }
}

async function verifyCluster(context: Context, repairs: boolean): Promise<number> {
  const differences = await withCluster(context, (server) =>
    withAccess(context, async (withStore) => {
      const found = await verify(withStore, server);
      if (!repairs || found.length === 0) return found;
      context.log.note(`${differText(found)}: shipping these days again`);
      await withStore(async (store) => {
        await beginShipping(store, server.url); // else rows that wait for another cluster would go to this one
        await markDifferences(store, found);
      });
      await shipRest(context, withStore, server);
      return await verify(withStore, server);
    })
  );
  printResult(context, {differences}, () => {
    if (differences.length === 0) return "the cluster has every update of the store";
    return `${differText(differences)}\n${textTable(resultOf(differences.map((difference) => ({...difference}))))}`;
  });
  return differences.length === 0 ? exitCodes.done : exitCodes.failed;
}

function differText(differences: readonly Difference[]): string {
  return `${countText(differences.length, "day")} of feeds differ`;
}

async function withAccess<T>({settings, signal}: Context, work: (withStore: WithStore) => Promise<T>): Promise<T> {
  const {withStore, close} = await openAccess(settings, {hold: false, signal});
  try {
    await withStore(async () => undefined, {readOnly: true}); // else writing would make a missing store
    return await work(withStore);
  } finally {
    close();
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

/** The cluster of the settings. @throws ConfigError if none is set */
export function clusterOf({settings: {cluster}}: Context): Cluster {
  if (cluster !== null) return cluster;
  throw new ConfigError("missing FEEDBOOK_CLICKHOUSE_URL: set it, as in http://127.0.0.1:8123/default");
}

function shippedText({responses, updates, hours}: Shipped, url: string, tookMs: number): string {
  if (responses === 0 && hours === 0) return `${url} has all rows of the store`;
  const sent = `shipped ${countText(updates, "update")} of ${countText(responses, "response")} to ${url}`;
  return `${sent} in ${(tookMs / 1000).toFixed(1)} s; ${countText(hours, "hour")} of feeds made again`;
}
