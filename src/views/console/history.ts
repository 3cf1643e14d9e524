/** The queries that the reader ran, the newest first. They stay in this browser. */
export interface History {
  all(): readonly string[];
  add(sql: string): void;
  remove(sql: string): void;
  clear(): void;
}

const key = "feedbook:queries";
const mostQueries = 50;
const mostCharacters = 100_000;

/** The history in a browser's storage; where that is not allowed, it lasts as long as the page. */
export function keptHistory(storage: () => Storage = () => localStorage): History {
  let queries = read(storage);
  const write = (next: string[]): void => {
    queries = next;
    try {
      if (next.length === 0) storage().removeItem(key);
      else storage().setItem(key, JSON.stringify(next));
    } catch {} // it is full, or not allowed
  };
  return {
    all: () => queries,
    add(sql) {
      if (sql.length > mostCharacters / 2) return;
      write(bounded([sql, ...queries.filter((each) => each !== sql)]));
    },
    remove: (sql) => write(queries.filter((each) => each !== sql)),
    clear: () => write([])
  };
}

// Another version, or another page of the host, may have written anything.
function read(storage: () => Storage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? "[]");
    return Array.isArray(kept) ? bounded(kept.filter((each): each is string => typeof each === "string")) : [];
  } catch {
    return [];
  }
}

function bounded(queries: readonly string[]): string[] {
  let room = mostCharacters;
  return queries.slice(0, mostQueries).filter(({length}) => {
    room -= length;
    return room >= 0;
  });
}
