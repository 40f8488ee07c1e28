/**
 * Implements the condition operators that the stack's policies use
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html). Any other
 * operator causes an error, so that no condition is silently ignored.
 */
import { like } from './wildcards.ts';

/** Maps operators to condition keys and their accepted values. */
export type ConditionBlock = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A request's value for each condition key, or a list if the key has several values. */
export type ConditionValues = Readonly<Record<string, string | readonly string[] | undefined>>;

type Matcher = (accepted: readonly string[]) => (value: string) => boolean;

const equals: Matcher = (accepted) => {
  const values = new Set(accepted);
  return (value) => values.has(value);
};
const matches: Matcher = (accepted) => (value) => accepted.some((pattern) => like(pattern, value));
const not =
  (matcher: Matcher): Matcher =>
  (accepted) => {
    const isAccepted = matcher(accepted);
    return (value) => !isAccepted(value);
  };

const matchers: Readonly<Record<string, Matcher>> = {
  StringEquals: equals,
  StringNotEquals: not(equals),
  StringLike: matches,
  StringNotLike: not(matches),
  ArnEquals: matches,
  ArnLike: matches,
  Bool: equals,
};

type Test = (context: ConditionValues) => boolean;

/**
 * Returns a function that checks whether a request meets all conditions of a statement.
 * @throws TypeError for an unsupported operator
 */
export function testOf(conditions: ConditionBlock): Test {
  const tests = Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, accepted]) => testOfKey(operator, key, accepted)),
  );
  return (context) => tests.every((test) => test(context));
}

function testOfKey(operator: string, key: string, accepted: readonly string[]): Test {
  const [, quantifier, base = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  if (base === 'Null') return (context) => accepted.includes(String(context[key] === undefined));
  const matcher = matchers[base];
  if (!matcher) throw new TypeError(`the condition operator ${operator} is not supported`);
  const isAccepted = matcher(accepted);
  const whenMissing = ifExists !== undefined || base.includes('Not');
  return (context) => {
    const value = context[key];
    const values = value === undefined ? [] : typeof value === 'string' ? [value] : value;
    // If the request doesn't have the key, the list of values is empty, so `every` returns true and `some`
    // returns false.
    if (quantifier === 'ForAllValues') return values.every(isAccepted);
    if (quantifier === 'ForAnyValue') return values.some(isAccepted);
    const [only] = values;
    return only === undefined ? whenMissing : isAccepted(only);
  };
}
