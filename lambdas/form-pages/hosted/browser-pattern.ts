/** Decides which patterns of declared fields browsers can check themselves. */

/** Matches syntax that RE2 and browsers interpret differently: nested classes and set operations. */
const READ_DIFFERENTLY = /\[\[|&&|--/;

/**
 * Returns the pattern for the HTML attribute, or undefined if browsers would reject it or interpret it
 * differently. In that case, only the service checks the pattern. Browsers compile patterns with the flag `v`
 * (HTML standard, "The pattern attribute").
 */
export function browserPattern(pattern: string | undefined): string | undefined {
  if (pattern === undefined || READ_DIFFERENTLY.test(pattern)) return undefined;
  try {
    new RegExp(`^(?:${pattern})$`, 'v');
    return pattern;
  } catch {
    return undefined;
  }
}
