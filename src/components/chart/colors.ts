const named = /var\([^()]*\)|currentColor/gi; // also within a style, whose other rules stay

/** Replaces every CSS variable in an SVG's attributes by the colour it has inside `host`, so that the picture stands alone. */
export function resolveColors(picture: SVGElement, host: Element): void {
  const probe = document.createElement("span");
  host.append(probe);
  const known = new Map<string, string>();
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    for (const {name, value} of [...element.attributes]) {
      const resolved = value.replace(named, (text) => {
        const color = known.get(text) ?? computed(probe, text);
        known.set(text, color);
        return color;
      });
      if (resolved !== value) element.setAttribute(name, resolved);
    }
  }
  probe.remove();
}

function computed(probe: HTMLElement, value: string): string {
  probe.style.color = value;
  return getComputedStyle(probe).color;
}
