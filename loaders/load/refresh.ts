import {existsSync} from "node:fs";
import type {Settings} from "../config/settings.js";
import {ServiceError} from "../service/endpoints.js";
import {outdateSnapshot} from "../snapshot/snapshot.js";
import {derive} from "../sql/derive.js";
import {type FeedChanges, saveFeeds} from "../store/feeds.js";
import {assertUnmixed} from "../store/loads.js";
import {useStore, writerWaitMs} from "../store/open.js";
import type {Load} from "./books.js";
import {connect} from "./connect.js";
import {withOwnFeeds} from "./feeds.js";
import {publishAtEnd} from "./upkeep.js";

/**
 * Replaces the store's feeds by the catalogue's and the config's, and returns how many are listed and the changes. A feed
 * that is listed no longer is kept, in the state `gone`. @throws ServiceError, StoreError
 */
export async function refreshFeeds(
  settings: Settings,
  {log, signal}: Pick<Load, "log" | "signal">
): Promise<FeedChanges & {listed: number}> {
  let simulated = false;
  const onOrigin = (isSandbox: boolean) => {
    simulated = isSandbox;
  };
  const listed = await connect(settings, log, ({client}) => client().catalogue({signal, onOrigin}));
  if (listed.length === 0) throw new ServiceError("catalogue", "the catalogue lists no feed: nothing was changed");
  return await useStore(settings.storePath, {...settings.rows, waitMs: writerWaitMs, signal}, async (store) => {
    await assertUnmixed(store, simulated);
    outdateSnapshot(settings.snapshotPath);
    const changes = await saveFeeds(store, withOwnFeeds(listed, settings.catalogue), {complete: true});
    await derive((work) => work(store), {held: true, signal}); // as exponents may have come or changed
    if (existsSync(settings.snapshotPath))
      await publishAtEnd({settings, log, signal, withStore: (work) => work(store)});
    return {listed: listed.length, ...changes};
  });
}
