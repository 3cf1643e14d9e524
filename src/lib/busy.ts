let running = 0;

/** Runs work that the reader waits for: meanwhile `data-busy` is on the document's root and `aria-busy` on its main part. */
export async function busy<T>(work: () => Promise<T>): Promise<T> {
  show(++running);
  try {
    return await work();
  } finally {
    show(--running);
  }
}

function show(count: number): void {
  document.documentElement.toggleAttribute("data-busy", count > 0);
  document.querySelector("main")?.setAttribute("aria-busy", String(count > 0));
}
