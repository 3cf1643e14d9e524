import {formatCount} from "../../lib/format.js";

/** Whose figures follow, in words: those of all feeds, or of as many as a search found. */
export function whose(count: number, search: string): string {
  if (search.trim() === "") return `Of all ${formatCount(count)} feeds:`;
  if (count === 0) return "No feed is found.";
  return count === 1 ? "Of the one feed found:" : `Of the ${formatCount(count)} feeds found:`;
}
