export function compiled(file: string): Promise<string>;
