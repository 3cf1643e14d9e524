// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {copyable} from "../../../src/ui/elements/copyable.js";
import {find} from "../../charts/kit.js";

describe("copyable(text)", () => {
  const press = (text: string) => {
    const element = document.body.appendChild(copyable(text));
    find(element, "button").click();
    return find(element, "button");
  };

  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, "clipboard");
    document.body.replaceChildren();
  });

  it("selects it where the browser does not let it", async () => {
    const button = press("FROM feeds");
    await vi.waitFor(() => expect(button.textContent).toBe("Selected"));
    expect(getSelection()?.toString()).toBe("FROM feeds");
  });
});
