/**
 * Evaluates DynamoDB's expressions for simulated tables. Only supports what the stores use, and throws an error
 * for everything else.
 */

export type Item = Record<string, unknown>;

/** An expression's placeholders. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

type ValueOf = (text: string) => unknown;

/** Returns a function that returns the value of a placeholder or an attribute. */
function valuesIn(item: Item | undefined, placeholders: Placeholders): ValueOf {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = placeholders;
  return (text) => (text.startsWith(':') ? values[text] : item?.[names[text] ?? text]);
}

/**
 * Returns true if the item meets the condition.
 * @param ignores returns true for parts of the condition that always hold
 */
export function meets(
  item: Item | undefined,
  condition: string | undefined,
  placeholders: Placeholders,
  ignores: (part: string) => boolean = () => false,
): boolean {
  const valueOf = valuesIn(item, placeholders);
  return (condition?.split(' AND ') ?? []).every((part) => {
    const branches = part.replace(/^\((.*)\)$/, '$1').split(' OR ');
    return ignores(part) || branches.some((branch) => holds(branch, valueOf));
  });
}

/** Returns the item after an update. */
export function updated(
  key: Item,
  stored: Item | undefined,
  expression: string,
  placeholders: Placeholders,
): Item {
  const valueOf = valuesIn(stored, placeholders);
  const nameOf = (text: string): string => placeholders.ExpressionAttributeNames?.[text] ?? text;
  const next: Item = { ...key, ...stored };
  const clauses = expression.split(/ ?\b(SET|ADD|REMOVE) /).slice(1);
  for (let index = 0; index < clauses.length; index += 2) {
    for (const change of (clauses[index + 1] ?? '').split(/, (?![^(]*\))/)) {
      const [name = '', value] = clauses[index] === 'ADD' ? change.split(' ') : change.split(' = ');
      if (clauses[index] === 'REMOVE') Reflect.deleteProperty(next, nameOf(name));
      else if (value === undefined)
        throw new TypeError(`The simulated tables don’t support this expression: ${expression}`);
      else if (clauses[index] === 'SET') next[nameOf(name)] = assigned(value, valueOf);
      else next[nameOf(name)] = Number(valueOf(name) ?? 0) + Number(valueOf(value));
    }
  }
  return next;
}

function assigned(text: string, valueOf: ValueOf): unknown {
  const [, first = '', sign, second = ''] = /^(.+) ([+-]) (\S+)$/.exec(text) ?? [];
  if (sign !== undefined) {
    const amount = Number(valueOf(second));
    return Number(assigned(first, valueOf)) + (sign === '+' ? amount : -amount);
  }
  const [, name, otherwise] = /^if_not_exists\((\S+), (\S+)\)$/.exec(text) ?? [];
  return name !== undefined && otherwise !== undefined
    ? (valueOf(name) ?? valueOf(otherwise))
    : valueOf(text);
}

function holds(condition: string, valueOf: ValueOf): boolean {
  const [, test, tested = ''] = /^attribute_(not_exists|exists)\((\S+)\)$/.exec(condition) ?? [];
  if (test !== undefined) return (valueOf(tested) !== undefined) === (test === 'exists');
  const [, left = '', operator, right = ''] = /^(\S+) (=|<|<=|>=) (\S+)$/.exec(condition) ?? [];
  const [first, second] = [valueOf(left), valueOf(right)];
  if (operator === '=') return first !== undefined && first === second;
  if (operator === undefined)
    throw new TypeError(`The simulated tables don’t support this condition: ${condition}`);
  if (typeof first !== 'number' || typeof second !== 'number') return false;
  if (operator === '<') return first < second;
  return operator === '<=' ? first <= second : first >= second;
}
