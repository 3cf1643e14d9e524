/** Replaces every CSS variable in an SVG's attributes by the colour it has inside `host`, so that the picture stands alone. */
export function resolveColors(picture: SVGElement, host: Element): void {
  const probe = document.createElement("span");
  host.append(probe);
  const known = new Map<string, string>();
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    for (const {name, value} of [...element.attributes]) {
      if (!/var\(|currentColor/i.test(value)) continue;
      const color = known.get(value) ?? computed(probe, value);
      known.set(value, color);
      element.setAttribute(name, color);
    }
  }
  probe.remove();
}

function computed(probe: HTMLElement, value: string): string {
  probe.style.color = value;
  return getComputedStyle(probe).color;
}
