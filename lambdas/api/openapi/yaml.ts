/** Writes JSON values as YAML 1.2, which includes all JSON scalars. */

/** Returns the value as YAML, with one line for each scalar. */
export function yamlOf(value: unknown): string {
  return linesOf(value).join('\n') + '\n';
}

/**
 * Matches property names that don't need quotes in YAML. Other names, such as `on` and `null`, are quoted.
 */
const PLAIN_NAME = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_-]*$/i;

function linesOf(value: unknown): string[] {
  if (!isParent(value)) return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.flatMap((item) => nested('-', linesOf(item)));
  return Object.entries(value).flatMap(([name, member]) => {
    const start = `${PLAIN_NAME.test(name) ? name : JSON.stringify(name)}:`;
    const lines = linesOf(member);
    if (!isParent(member)) return nested(start, lines);
    return [start, ...lines.map((line) => `  ${line}`)];
  });
}

/** Prefixes the first line with `start` and indents the other lines. */
const nested = (start: string, [first = '', ...others]: string[]): string[] => [
  `${start} ${first}`,
  ...others.map((line) => `  ${line}`),
];

/** Returns true for lists and objects, unless they are empty. */
const isParent = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
