/**
 * Simulates the tables of the account stores and their counters in memory. Only supports the commands and
 * expressions that these stores use, and throws an error for all others. Each command counts as one call of
 * an invocation.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DocumentClient } from '../../../lambdas/aws/dynamodb.ts';
import type { HotPathClients } from '../../../lambdas/aws/item-client.ts';
import type { Invocation } from './invocation.ts';

type Item = Record<string, unknown>;

/** Stores the items of all simulated tables. */
export class SmallTables {
  readonly #items = new Map<string, Item>();
  readonly #onUpdate: (key: string, item: Item) => void;

  /** @param onUpdate called with each changed item, to replicate it */
  constructor(onUpdate: (key: string, item: Item) => void = () => undefined) {
    this.#onUpdate = onUpdate;
  }

  /** Replaces an item with a replicated one. The key is the one that was passed to `onUpdate`. */
  replicate(key: string, item: Item): void {
    this.#items.set(key, item);
  }

  /** Stores an item before the simulation starts. */
  put(table: string, key: Item, item: Item): void {
    this.#items.set(keyOf(table, key), { ...key, ...item });
  }

  /**
   * Returns DynamoDB clients for an invocation's stores.
   * @param broken simulates a bug: `keeps` names a table that confirms changes without making them; `ignores`
   * names an attribute that passes every condition
   * @param afterRead runs after a read, before its result is used
   */
  clientsOf(
    invocation: Pick<Invocation, 'call'>,
    { keeps, ignores }: { readonly keeps?: string | undefined; readonly ignores?: string | undefined } = {},
    afterRead: () => Promise<unknown> | undefined = () => undefined,
  ): HotPathClients {
    const get = async ({ TableName = '', Key = {} }: GetCommand['input']): Promise<Item | undefined> => {
      const found = await invocation.call(`${TableName}.get`, () => this.#items.get(keyOf(TableName, Key)));
      await afterRead();
      return found;
    };
    const update = async (input: UpdateCommand['input']): Promise<Item | undefined> => {
      const { TableName = '' } = input;
      if (TableName === keeps) return undefined;
      const result = await invocation.call(`${TableName}.update`, () => this.#update(input, ignores));
      if (result instanceof Error) throw result;
      return result.Attributes;
    };
    const put = (): never => {
      throw new TypeError('The simulated tables don’t support this command');
    };
    const send = async (command: unknown): Promise<object> => {
      if (command instanceof GetCommand) return { Item: await get(command.input) };
      if (command instanceof UpdateCommand) return { Attributes: await update(command.input) };
      return put();
    };
    return { db: { send } as unknown as DocumentClient, items: { get, put, update } };
  }

  /**
   * Returns a failed condition instead of throwing an error, because it's a response from the store, not a
   * failed call.
   */
  #update(
    input: UpdateCommand['input'],
    ignores: string | undefined,
  ): { Attributes: Item } | ConditionalCheckFailedException {
    const { TableName = '', Key = {}, UpdateExpression = '', ConditionExpression } = input;
    const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
    const key = keyOf(TableName, Key);
    const stored = this.#items.get(key);
    const nameOf = (text: string): string => names[text] ?? text;
    const valueOf = (text: string): unknown => (text.startsWith(':') ? values[text] : stored?.[nameOf(text)]);
    const conditions = (ConditionExpression?.split(' AND ') ?? []).filter(
      (each) => ignores === undefined || !each.includes(ignores),
    );
    if (!conditions.every((each) => holds(each, valueOf))) {
      return new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: {},
        ...(stored && { Item: marshall(stored) }),
      });
    }
    const next: Item = { ...Key, ...stored };
    const clauses = UpdateExpression.split(/ ?\b(SET|ADD|REMOVE) /).slice(1);
    for (let index = 0; index < clauses.length; index += 2) {
      for (const change of (clauses[index + 1] ?? '').split(/, (?![^(]*\))/)) {
        const [name = '', value] = clauses[index] === 'ADD' ? change.split(' ') : change.split(' = ');
        if (clauses[index] === 'REMOVE') Reflect.deleteProperty(next, nameOf(name));
        else if (value === undefined)
          throw new TypeError(`The simulated tables don’t support this expression: ${UpdateExpression}`);
        else if (clauses[index] === 'SET') next[nameOf(name)] = assigned(value, valueOf);
        else next[nameOf(name)] = Number(valueOf(name) ?? 0) + Number(valueOf(value));
      }
    }
    this.#items.set(key, next);
    this.#onUpdate(key, next);
    return { Attributes: next };
  }
}

const keyOf = (table: string, key: Item): string => `${table} ${Object.values(key).join()}`;

function assigned(text: string, valueOf: (text: string) => unknown): unknown {
  const [, name, otherwise] = /^if_not_exists\((\S+), (\S+)\)$/.exec(text) ?? [];
  if (name !== undefined && otherwise !== undefined) return valueOf(name) ?? valueOf(otherwise);
  const [first = '', second] = text.split(' + ');
  return second === undefined ? valueOf(first) : Number(valueOf(first)) + Number(valueOf(second));
}

function holds(condition: string, valueOf: (text: string) => unknown): boolean {
  const [, test, tested = ''] = /^attribute_(not_exists|exists)\((\S+)\)$/.exec(condition) ?? [];
  if (test !== undefined) return (valueOf(tested) !== undefined) === (test === 'exists');
  const [, left = '', operator, right = ''] = /^(\S+) (=|<) (\S+)$/.exec(condition) ?? [];
  const [first, second] = [valueOf(left), valueOf(right)];
  if (operator === '=') return first !== undefined && first === second;
  if (operator === '<') return typeof first === 'number' && typeof second === 'number' && first < second;
  throw new TypeError(`The simulated tables don’t support this condition: ${condition}`);
}
