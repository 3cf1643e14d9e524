import {messageOf} from "../format/format.js";

/** Why extensions of DuckDB that the config lists could not be loaded, by their names. */
export const notLoaded = new Map<string, string>();

/** Loads the extensions that the page's head lists from the site's own host; `notLoaded` gets the errors. */
export async function loadExtensions(query: (sql: string) => Promise<unknown>, module: string): Promise<void> {
  notLoaded.clear();
  const listed = document.querySelector<HTMLMetaElement>('meta[name="duckdb-extensions"]');
  if (listed === null) return;
  const repository = new URL(listed.dataset.path ?? "", new URL("../..", module)).href; // below the root of the site
  await query(`SET custom_extension_repository = '${repository.replaceAll("'", "''")}'`);
  for (const name of listed.content.split(" ")) {
    try {
      await query(`LOAD ${name}`);
      if (name === "icu") await query("SET GLOBAL TimeZone = 'UTC'"); // else the zone of the browser
    } catch (error) {
      const reason = messageOf(error);
      notLoaded.set(name, reason);
      console.error(`cannot load DuckDB extension ${name}: ${reason}`);
    }
  }
}
