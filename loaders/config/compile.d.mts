export function compiled(
  file: string,
  options?: {withPackages?: boolean; shared?: Readonly<Record<string, object>>}
): Promise<string>;
