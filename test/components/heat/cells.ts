/** A cell that a heat map's picture has: its place in px, and its colour. */
export interface Painted {
  x: number;
  y: number;
  width: number;
  fill: string;
  opacity: number;
}

/** The cells that a heat map's picture has, from row to row. */
export function paintedIn(chart: Element): Painted[] {
  const paths = [...chart.querySelectorAll(".fb-body > svg > path[fill]")];
  const cells = paths.flatMap((path) => {
    const [fill, opacity] = [path.getAttribute("fill") ?? "", Number(path.getAttribute("fill-opacity"))];
    const places = (path.getAttribute("d") ?? "").matchAll(/M([\d.]+),([\d.]+)h([\d.]+)/g);
    return Array.from(places, ([, x, y, width]) => ({x: Number(x), y: Number(y), width: Number(width), fill, opacity}));
  });
  return cells.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** What the cells of a heat map say to the keyboard, row by row. */
export function textsIn(chart: Element): (string | null)[] {
  const surface = chart.querySelector<HTMLElement>(".fb-body [role=slider]");
  if (surface === null) return [];
  const press = (key: string) => surface.dispatchEvent(new KeyboardEvent("keydown", {key, cancelable: true}));
  const at = () => Number(surface.getAttribute("aria-valuenow"));
  const texts: (string | null)[] = [];
  const last = Number(surface.getAttribute("aria-valuemax"));
  press("Home");
  for (let guard = 0; at() !== texts.length && guard <= last; guard++) press("ArrowUp");
  for (let number = 0; number <= last; number++) {
    texts.push(surface.getAttribute("aria-valuetext"));
    press("ArrowRight");
    if (at() === number) for (const key of ["ArrowDown", "Home"]) press(key);
  }
  return texts;
}
