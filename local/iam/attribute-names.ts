/**
 * Finds the attributes that a DynamoDB request accesses, which are the value of the condition key
 * `dynamodb:Attributes`.
 */
import { remembered } from './remembered.ts';

/** Words of DynamoDB's expressions that are not attribute names. Case doesn't matter. */
const KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN']);

/** Function names are followed by a parenthesis. */
const TOKEN =
  /[#:]?[A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])*(?:\.[#A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])*)*(?<call>\s*\()?/g;

/** Returns the top-level attributes that an expression names, with its `#names` replaced. */
export function attributesOfExpression(
  expression: string | undefined,
  names: Readonly<Record<string, string>> = {},
): string[] {
  if (expression === undefined) return [];
  return namesIn(expression).map((name) => (name.startsWith('#') ? (names[name] ?? name) : name));
}

/** Functions use only a few expressions, over and over. */
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
