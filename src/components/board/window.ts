/** Rows of one height in the page's flow, of which only those near the viewport are in the document. */
export interface WindowedRows {
  /** Shows another list of so many rows. */
  show(count: number): void;
  /** Puts those rows into the document that are near the viewport now, and takes the others out. */
  update(): void;
  /** The row at an index, put into the document and kept there until another one is, wherever the reader scrolls. */
  keep(index: number): HTMLElement | undefined;
  /** The first and the last index on the screen, or nearest to it. */
  visible(): [first: number, last: number];
}

const margin = 12; // rows above and below the viewport, so that none is missing while the reader scrolls
const few = 60; // rows that may be there all, so that they are printed, and the browser finds what is in them
const usualHeight = 34; // where nothing is laid out

/**
 * Windows the rows that `make` gives for an index. The style sheet says how high they are: the body is `--fb-rows` of them
 * high, each stands at its `--fb-index`.
 */
export function windowedRows(body: HTMLElement, make: (index: number) => HTMLElement): WindowedRows {
  const rows = new Map<number, HTMLElement>();
  let count = 0;
  let kept = -1;
  const span = (): [number, number] => {
    const height = (count > 0 && body.offsetHeight / count) || usualHeight;
    const {top} = body.getBoundingClientRect();
    return [Math.floor(-top / height), Math.ceil((innerHeight - top) / height)];
  };
  const update = (): void => {
    const [first, last] = count <= few ? [0, count] : span();
    const wanted = range(Math.max(0, first - margin), Math.min(count, last + margin));
    if (kept >= 0 && kept < count && !wanted.includes(kept)) {
      if (kept < (wanted[0] ?? 0)) wanted.unshift(kept);
      else wanted.push(kept);
    }
    place(body, rows, {wanted, make});
  };
  whileConnected(body, update);
  return {
    show(now) {
      count = now;
      kept = -1;
      rows.clear();
      body.replaceChildren();
      body.style.setProperty("--fb-rows", String(count));
      update();
    },
    update,
    keep(index) {
      kept = index;
      update();
      return rows.get(index);
    },
    visible() {
      const [first, last] = span();
      const within = (index: number) => Math.min(Math.max(0, index), Math.max(0, count - 1));
      return [within(first), within(last - 1)];
    }
  };
}

interface Wanted {
  /** Ascending. */
  wanted: readonly number[];
  make: (index: number) => HTMLElement;
}

function place(body: HTMLElement, rows: Map<number, HTMLElement>, {wanted, make}: Wanted): void {
  const staying = new Set(wanted);
  for (const [index, row] of rows) {
    if (staying.has(index)) continue;
    row.remove();
    rows.delete(index);
  }
  let next = body.firstElementChild;
  for (const index of wanted) {
    const there = rows.get(index);
    if (there !== undefined) next = there.nextElementSibling;
    else {
      const row = make(index);
      row.style.setProperty("--fb-index", String(index));
      rows.set(index, row);
      body.insertBefore(row, next);
    }
  }
}

function range(from: number, to: number): number[] {
  return Array.from({length: Math.max(0, to - from)}, (_, index) => from + index);
}

// Until the element, once it is in the document, is taken out.
function whileConnected(element: HTMLElement, update: () => void): void {
  const listening = new AbortController();
  const {signal} = listening;
  let wasConnected = false;
  const heard = (): void => {
    wasConnected ||= element.isConnected;
    if (element.isConnected) update();
    else if (wasConnected) listening.abort();
  };
  addEventListener("scroll", heard, {passive: true, signal});
  addEventListener("resize", heard, {signal});
  if (typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver(heard);
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}
