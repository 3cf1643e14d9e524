import type {FeedNames} from "./names.js";

/** The feeds that the reader marked with a star. They stay in this browser. */
export interface Favourites {
  has(feed: FeedNames): boolean;
  toggle(feed: FeedNames): void;
}

const key = "feedbook:favourites";
const most = 500;

/** The favourites in the browser's storage; `usual` until the reader changes them. Without a storage they last as long as the page. */
export function keptFavourites(usual: Iterable<number> = [], storage: () => Storage = () => localStorage): Favourites {
  let ids = new Set(read(storage) ?? usual);
  return {
    has: ({priceFeedId}) => ids.has(Number(priceFeedId)),
    toggle({priceFeedId}) {
      const id = Number(priceFeedId);
      ids = new Set(read(storage) ?? ids); // another tab may have added some
      if (!ids.delete(id)) ids.add(id);
      try {
        storage().setItem(key, JSON.stringify([...ids].slice(-most)));
      } catch {} // it is full, or not allowed
    }
  };
}

// Another version, or another page of the host, may have written anything.
function read(storage: () => Storage): number[] | null {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? "null");
    return Array.isArray(kept) ? kept.filter((id): id is number => Number.isSafeInteger(id)).slice(-most) : null;
  } catch {
    return null;
  }
}
