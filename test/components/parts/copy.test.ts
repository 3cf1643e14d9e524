// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {copyable} from "../../../src/components/parts/copy.js";

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "clipboard");
});

describe("copyable(text)", () => {
  it("copies the text and says so for a while", async () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const clipboard = {writeText: async (text: string) => void written.push(text)};
    Object.defineProperty(navigator, "clipboard", {value: clipboard, configurable: true});
    const {button} = press("SELECT '<b>'");
    await vi.waitFor(() => expect(button.textContent).toBe("Copied"));
    expect(written).toEqual(["SELECT '<b>'"]);
    vi.advanceTimersByTime(1600);
    expect(button.textContent).toBe("Copy");
  });

  it("selects it where the browser does not let it", async () => {
    const {button} = press("FROM feeds");
    await vi.waitFor(() => expect(button.textContent).toBe("Selected"));
    expect(getSelection()?.toString()).toBe("FROM feeds");
  });
});

function press(text: string): {button: HTMLButtonElement} {
  const element = copyable(text);
  document.body.replaceChildren(element);
  const button = element.querySelector("button");
  if (button === null) throw new Error("no button");
  button.click();
  return {button};
}
