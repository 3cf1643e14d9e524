/** Host names of this machine. */
export const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The warning that a secret goes to an address unencrypted; null for https and for this machine. */
export function exposure(secret: string, url: string): string | null {
  const {protocol, hostname} = new URL(url);
  if (protocol === "https:" || loopback.test(hostname)) return null;
  return `${secret} is sent to ${url} unencrypted, where others may read it: give an https address`;
}
