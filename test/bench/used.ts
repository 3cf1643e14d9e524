/** Seconds of processor time that this process took, and MB of memory at most, since it began. */
export function used(): {cpu: number; peak: number} {
  const {user, system} = process.cpuUsage();
  return {cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1024};
}
