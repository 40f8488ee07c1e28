import { RunnerError } from '../runner-error.ts';

/** A pattern as EventBridge rules and event source filters use it: field → list of permitted values or conditions. */
export type EventPattern = Readonly<Record<string, unknown>>;

/**
 * Whether an event matches a pattern, by the rules that EventBridge and Lambda's event filtering share: every field
 * of the pattern must match, one of a field's list is enough, and a list in the event matches by any of its elements.
 * @throws RunnerError for an operator that the runner does not know, rather than to match everything or nothing.
 */
export function matches(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    if (field === '$or') {
      return Array.isArray(expected) && expected.some((option) => matches(option as EventPattern, event));
    }
    const actual = isRecord(event) && Object.hasOwn(event, field) ? event[field] : undefined;
    if (Array.isArray(expected)) return expected.some((condition: unknown) => satisfies(condition, actual));
    if (!isRecord(expected)) throw new RunnerError(`event pattern: ${field} needs a list or an object`);
    // Elements of a list in the event are tried one by one; a missing object still has absent fields.
    const branches = Array.isArray(actual) ? actual : [actual];
    return branches.some((branch) => matches(expected, branch));
  });
}

function satisfies(condition: unknown, actual: unknown): boolean {
  if (!isRecord(condition)) return anyOf(actual, (value) => value === condition);
  return Object.entries(condition).every(([operator, operand]) => operate(operator, operand, actual));
}

function operate(operator: string, operand: unknown, actual: unknown): boolean {
  const text = (test: (value: string) => boolean): boolean =>
    anyOf(actual, (value) => typeof value === 'string' && test(value));
  switch (operator) {
    case 'exists':
      // Only leaves exist in this sense: an object is not a value (EventBridge matches leaf nodes only).
      return (actual !== undefined && !isRecord(actual)) === operand;
    case 'prefix':
      return caseless(operand, (start, fold) => text((value) => fold(value).startsWith(start)));
    case 'suffix':
      return caseless(operand, (end, fold) => text((value) => fold(value).endsWith(end)));
    case 'equals-ignore-case':
      return text((value) => value.toLowerCase() === String(operand).toLowerCase());
    case 'anything-but': {
      const unwanted: unknown[] = Array.isArray(operand) ? operand : [operand];
      return actual !== undefined && !unwanted.some((condition) => satisfies(condition, actual));
    }
    case 'numeric':
      return anyOf(actual, (value) => inRange(value, operand));
    case 'wildcard':
      return text((value) => wildcard(String(operand)).test(value));
    default:
      throw new RunnerError(`event pattern: the local runner does not know "${operator}"`);
  }
}

/** `{ prefix: 'a' }` or `{ prefix: { 'equals-ignore-case': 'A' } }`. */
function caseless(
  operand: unknown,
  test: (text: string, fold: (value: string) => string) => boolean,
): boolean {
  if (!isRecord(operand)) return test(String(operand), (value) => value);
  return test(String(operand['equals-ignore-case']).toLowerCase(), (value) => value.toLowerCase());
}

/** `['>', 0, '<=', 5]`. A DynamoDB number is text in the event; Lambda's filters compare it as a number. */
function inRange(actual: unknown, range: unknown): boolean {
  if (typeof actual !== 'number' && typeof actual !== 'string') return false;
  const value = Number(actual);
  if (actual === '' || Number.isNaN(value) || !Array.isArray(range)) return false;
  for (let i = 0; i < range.length; i += 2) {
    const limit = Number(range[i + 1]);
    const holds = {
      '<': value < limit,
      '<=': value <= limit,
      '=': value === limit,
      '>=': value >= limit,
      '>': value > limit,
    };
    if (!holds[range[i] as keyof typeof holds]) return false;
  }
  return true;
}

function wildcard(pattern: string): RegExp {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

function anyOf(actual: unknown, test: (value: unknown) => boolean): boolean {
  return Array.isArray(actual) ? actual.some(test) : test(actual);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
