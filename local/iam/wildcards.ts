/** Matches wildcard patterns in policies. */

const patterns = new Map<string, RegExp>();

/** Returns true if the text matches the pattern. `*` stands for any characters, and `?` for one character. */
export function like(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  let expression = patterns.get(pattern);
  if (!expression) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
    patterns.set(pattern, expression);
  }
  return expression.test(text);
}
