/** The attributes that a DynamoDB request touches: what the condition key `dynamodb:Attributes` holds. */
import { remembered } from './remembered.ts';

/** The words of DynamoDB's expressions that are no attribute names; they are read without regard to case. */
const KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN']);

/** Names of functions are followed by a parenthesis. */
const TOKEN =
  /[#:]?[A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])*(?:\.[#A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])*)*(?<call>\s*\()?/g;

/** The top-level attributes that an expression names, its `#names` replaced. */
export function attributesOfExpression(
  expression: string | undefined,
  names: Readonly<Record<string, string>> = {},
): string[] {
  if (expression === undefined) return [];
  return namesIn(expression).map((name) => (name.startsWith('#') ? (names[name] ?? name) : name));
}

/** Functions use a few expressions again and again. */
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
