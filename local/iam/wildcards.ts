/** Matches the wildcards of policies. */

const patterns = new Map<string, RegExp>();

/** Whether the text matches a pattern in which `*` stands for any characters and `?` for one. */
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
