/**
 * Parses and matches event patterns, which define the events that a rule or event source mapping accepts.
 */
import { RunnerError } from '../runner-error.ts';

/** A condition for a field: its exact value, a prefix of its value, or whether the field exists. */
type Condition =
  string | number | boolean | null | { readonly exists: boolean } | { readonly prefix: string };

/** Maps each field to its permitted values, or to a pattern for a nested object. */
export interface EventPattern {
  readonly [field: string]: readonly Condition[] | EventPattern;
}

/**
 * Parses a pattern from the template. The runner only supports plain values, `exists` and `prefix`, because the
 * service doesn't use any other filter operators.
 * @throws RunnerError for any other operator, because ignoring it would let the wrong events through. The
 *   message includes `usedBy`.
 */
export function parsePattern(value: unknown, usedBy: string): EventPattern {
  if (!isRecord(value)) throw new RunnerError(`${usedBy}: an event pattern must be an object`);
  const fields = Object.entries(value).map(([field, expected]): [string, EventPattern[string]] => {
    if (field.startsWith('$')) throw unknownOperator(field, usedBy);
    if (!Array.isArray(expected)) return [field, parsePattern(expected, usedBy)];
    return [field, expected.map((condition: unknown) => parseCondition(condition, usedBy))];
  });
  return Object.fromEntries(fields);
}

/**
 * Returns true if an event matches the pattern. Every field in the pattern must match, and a field matches if
 * one of its conditions matches. A list in the event matches if any of its elements matches.
 */
export function matches(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const actual = isRecord(event) && Object.hasOwn(event, field) ? event[field] : undefined;
    const elements: unknown[] = Array.isArray(actual) ? actual : [actual];
    if (!isConditions(expected)) return elements.some((element) => matches(expected, element));
    return expected.some((condition) =>
      isRecord(condition) ? isTrueOf(condition, actual, elements) : elements.includes(condition),
    );
  });
}

function isTrueOf(
  condition: { readonly exists: boolean } | { readonly prefix: string },
  actual: unknown,
  elements: readonly unknown[],
): boolean {
  if ('exists' in condition) return exists(actual) === condition.exists;
  return elements.some((element) => typeof element === 'string' && element.startsWith(condition.prefix));
}

function parseCondition(condition: unknown, usedBy: string): Condition {
  if (condition === null) return null;
  if (typeof condition === 'string' || typeof condition === 'number' || typeof condition === 'boolean') {
    return condition;
  }
  if (!isRecord(condition))
    throw new RunnerError(`${usedBy}: an event pattern contains a list element that is not a value`);
  const [operator = 'exists', ...others] = Object.keys(condition);
  const { exists, prefix } = condition;
  if (others.length > 0) throw unknownOperator(others.join(', '), usedBy);
  if (operator === 'exists' && typeof exists === 'boolean') return { exists };
  if (operator === 'prefix' && typeof prefix === 'string') return { prefix };
  throw unknownOperator(operator, usedBy);
}

/**
 * Returns true if a field has a value other than an object, because EventBridge only matches leaf values.
 */
function exists(actual: unknown): boolean {
  return actual !== undefined && !isRecord(actual);
}

function isConditions(expected: EventPattern[string]): expected is readonly Condition[] {
  return Array.isArray(expected);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownOperator(operator: string, usedBy: string): RunnerError {
  return new RunnerError(
    `${usedBy}: the local runner does not support the event pattern operator "${operator}"`,
  );
}
