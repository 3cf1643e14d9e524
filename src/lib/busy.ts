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

const failed = new Set<string>();
let observer: MutationObserver | null = null;

/** Hides what cells say that only lack the rows of a failed query: Framework shows its error again in each of them. */
export function hideRepeats(message: string): void {
  failed.add(`RuntimeError: ${message}`);
  if (observer !== null) return;
  observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({addedNodes}) => Array.from(addedNodes))) {
      if (node instanceof HTMLElement && node.matches(".observablehq--error")) hide(node);
    }
  });
  observer.observe(document.body, {childList: true, subtree: true});
}

function hide(error: HTMLElement): void {
  error.hidden = failed.has(error.textContent?.trim() ?? "");
}
