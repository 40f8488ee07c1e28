/**
 * Implements the condition operators that the stack's policies use
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html). Any other
 * operator is an error, so that no condition is ignored.
 */
import { remembered } from './remembered.ts';
import { like } from './wildcards.ts';

/** Maps operators to condition keys and their accepted values. */
export type ConditionBlock = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A request's values for each condition key. Keys with several values have a list. */
export type ConditionValues = Readonly<Record<string, string | readonly string[] | undefined>>;

type Matcher = (accepted: readonly string[], value: string) => boolean;

const matchers: Readonly<Record<string, Matcher>> = {
  StringEquals: (accepted, value) => accepted.includes(value),
  StringNotEquals: (accepted, value) => !accepted.includes(value),
  StringLike: (accepted, value) => accepted.some((pattern) => like(pattern, value)),
  StringNotLike: (accepted, value) => !accepted.some((pattern) => like(pattern, value)),
  ArnEquals: (accepted, value) => accepted.some((pattern) => like(pattern, value)),
  ArnLike: (accepted, value) => accepted.some((pattern) => like(pattern, value)),
  Bool: (accepted, value) => accepted.includes(value),
};

/**
 * Returns true if a request meets all conditions of a statement.
 * @throws TypeError for an unsupported operator
 */
export function holds(conditions: ConditionBlock, context: ConditionValues): boolean {
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, accepted]) => holdsFor(operator, accepted, context[key])),
  );
}

const operatorOf = remembered((operator: string) => {
  const [, quantifier, base = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  return { quantifier, base, ifExists: ifExists !== undefined };
});

function holdsFor(
  operator: string,
  accepted: readonly string[],
  value: string | readonly string[] | undefined,
): boolean {
  const { quantifier, base, ifExists } = operatorOf(operator);
  if (base === 'Null') return accepted.includes(String(value === undefined));
  const matcher = matchers[base];
  if (!matcher) throw new TypeError(`the condition operator ${operator} is not supported`);
  const values = value === undefined ? [] : typeof value === 'string' ? [value] : value;
  // If the request doesn't have the key, the list of values is empty, so `every` returns true and `some`
  // returns false.
  if (quantifier === 'ForAllValues') return values.every((each) => matcher(accepted, each));
  if (quantifier === 'ForAnyValue') return values.some((each) => matcher(accepted, each));
  const [only] = values;
  if (only === undefined) return ifExists || base.includes('Not');
  return matcher(accepted, only);
}
