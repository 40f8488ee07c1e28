/** Parses header values with parameters, such as `form-data; name="a"; filename*=UTF-8''b.txt`. */

export interface HeaderValue {
  /** The value before the first parameter, in lowercase. */
  readonly value: string;
  /** Parameters, keyed by lowercase name. If a name is repeated, the first value is used. */
  readonly parameters: ReadonlyMap<string, string>;
}

const VALUE = /[ \t]*([^\s;,="]+)[ \t]*/y;
const SEPARATOR = /;[ \t]*/y;
const NAME = /([^\s;,="]+)[ \t]*=[ \t]*/y;
const BARE = /[^\s;"]*/y;
const BLANKS = /[ \t]*/y;

/** Parses a header value. Returns undefined if it is malformed. */
export function parseHeaderValue(text: string): HeaderValue | undefined {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const value = take(VALUE)?.[1];
  if (value === undefined) return undefined;
  const parameters = new Map<string, string>();
  while (at < text.length) {
    if (!take(SEPARATOR)) return undefined;
    if (at === text.length || text[at] === ';') continue;
    const name = take(NAME)?.[1]?.toLowerCase();
    const quoted = text[at] === '"' ? readQuoted(text, at + 1) : undefined;
    if (name === undefined || (text[at] === '"' && !quoted)) return undefined;
    const content = quoted?.content ?? take(BARE)?.[0] ?? '';
    at = quoted?.end ?? at;
    take(BLANKS);
    if (!parameters.has(name)) parameters.set(name, content);
  }
  return { value: value.toLowerCase(), parameters };
}

/**
 * Reads a quoted string. `from` is the position after the opening quote. Returns undefined if there is no
 * closing quote.
 */
function readQuoted(text: string, from: number): { content: string; end: number } | undefined {
  let content = '';
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') return { content, end: at + 1 };
    if (isEscape(text, at)) at += 1;
    content += text.charAt(at);
  }
  return undefined;
}

/**
 * Clients that follow RFC 822 write `\"` and `\\`. Browsers write quotes as %22 and don't escape backslashes.
 * A backslash is therefore literal before a closing quote and before characters that don't need escaping (as
 * in Windows paths).
 */
function isEscape(text: string, at: number): boolean {
  if (text[at] !== '\\') return false;
  const next = text[at + 1];
  if (next === '\\') return true;
  return next === '"' && !/^[ \t]*(?:;|$)/.test(text.slice(at + 2, at + 4));
}
