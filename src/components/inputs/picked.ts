import type {Resolution} from "../../lib/pyramid.js";
import type {Zone} from "../../lib/zone.js";

/** What the reader picked: parameters for the page's queries and options for its charts. Times are ISO 8601 text. */
export interface Picked {
  /** Ids of the feeds picked, at least one, and the first of them; null while there is none to pick. */
  feeds: number[] | null;
  feed: number | null;
  /** Ids of the feeds that are compared, it first, no more than have colours; empty where none is picked to compare it with. */
  compared?: number[];
  symbol: string;
  exponent: number | null;
  /** A key of `ranges`; each ends with the store's last update, not with the reader's clock. */
  range: string;
  /** The time to query: the range, or the part of it zoomed to. */
  from: string | null;
  until: string | null;
  /** Seconds per step: the one picked, or the finest if that is finer; it takes a pixel or more, and stands for at most four points. */
  step: number;
  /** The finest step that the charts can have: no finer than what the time is drawn from. */
  finest: number;
  /** What the time is drawn from: every update, or bars. */
  resolution: Resolution;
  /** Whether the reader picked the step. */
  steady: boolean;
  /** The whole range, what it is drawn from as a whole, and the zoom if there is one, for the charts. */
  domain?: [string, string] | undefined;
  first: string | null;
  last: string | null;
  whole: Resolution;
  zoom: [string, string] | null;
  /** The time zone of the charts. */
  tz: Zone;
  /** What the URL says and this page cannot show. */
  dropped: Dropped[];
  /** What saved pictures say of the data. */
  source: string;
}

/** A part of the URL that cannot be shown, such as the `range` `9y`; of `feeds` each that is not there, as `feed`, of `with` each that is not compared. */
export interface Dropped {
  name: "feed" | "with" | "range" | "zoom" | "step";
  value: string;
}
