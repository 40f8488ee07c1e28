/**
 * Finds the attributes that a DynamoDB request accesses, which IAM compares with the condition key
 * `dynamodb:Attributes`.
 */
import { remembered } from './remembered.ts';

/** Keywords in DynamoDB expressions (case-insensitive), which must not be treated as attribute names. */
const KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN']);

/** Matches attribute names and placeholders, but not function names, which are followed by a parenthesis. */
const TOKEN =
  /[#:]?[A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])*(?:\.[#A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])*)*(?<call>\s*\()?/g;

/** Returns the top-level attributes named in an expression, with `#names` replaced. */
export function attributesOfExpression(
  expression: string | undefined,
  names: Readonly<Record<string, string>> = {},
): string[] {
  if (expression === undefined) return [];
  return namesIn(expression).map((name) => (name.startsWith('#') ? (names[name] ?? name) : name));
}

/** Caches results because functions only use a few different expressions. */
const namesIn = remembered((expression: string): string[] => {
  const found: string[] = [];
  for (const match of expression.matchAll(TOKEN)) {
    const [token] = match;
    const isFunction = match.groups?.['call'] !== undefined && /^[a-z_]+\s*\($/.test(token);
    const name = /^#?[^.[\s(]+/.exec(token)?.[0] ?? '';
    if (token.startsWith(':') || isFunction || KEYWORDS.has(name.toUpperCase())) continue;
    found.push(name);
  }
  return found;
});
