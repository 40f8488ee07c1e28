/**
 * Simulates tables in memory for real stores. Only supports the commands and expressions that these stores use,
 * and throws an error for all others. Each command counts as one call of an invocation.
 */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DocumentClient, TransactItem } from '../../../lambdas/aws/dynamodb.ts';
import type { QuotaClients } from '../../../lambdas/aws/item-client.ts';
import { meets, updated, type Item } from './expressions.ts';
import type { Invocation } from './invocation.ts';

/** Simulates bugs and the SDK's settings. */
export interface Broken {
  /** Name of a table that confirms changes without making them. */
  readonly keeps?: string | undefined;
  /** Matches the parts of conditions that always hold, in the form `<table> <write>: <condition>`. */
  readonly ignores?: RegExp | undefined;
  /** If true, calls that the SDK would repeat take effect only once, because the store disables retries. */
  readonly unrepeated?: boolean | undefined;
}

type Write = 'check' | 'delete' | 'put' | 'update';
type TransactionPart = NonNullable<TransactItem[keyof TransactItem]>;

/** Stores the items of all simulated tables. */
export class SmallTables {
  readonly #items = new Map<string, Map<string, Item>>();
  readonly #onUpdate: (table: string, key: string, item: Item) => void;
  readonly #keyNames: Readonly<Record<string, readonly string[]>>;

  /**
   * @param onUpdate called with each changed item, to replicate it
   * @param keyNames key attributes of tables with whole-item puts
   */
  constructor(
    onUpdate: (table: string, key: string, item: Item) => void = () => undefined,
    keyNames: Readonly<Record<string, readonly string[]>> = {},
  ) {
    this.#onUpdate = onUpdate;
    this.#keyNames = keyNames;
  }

  /** Replaces an item with a replicated one. The key is the one that was passed to `onUpdate`. */
  replicate(table: string, key: string, item: Item): void {
    this.#rowsOf(table).set(key, item);
  }

  /** Stores an item without a call. */
  put(table: string, key: Item, item: Item): void {
    this.#rowsOf(table).set(keyOf(key), { ...key, ...item });
  }

  /** Deletes an item without a call. */
  delete(table: string, key: Item): void {
    this.#rowsOf(table).delete(keyOf(key));
  }

  /** Returns a table's items. */
  rows(table: string): Item[] {
    return [...this.#rowsOf(table).values()];
  }

  /** Returns an item. */
  find(table: string, key: Item): Item | undefined {
    return this.#rowsOf(table).get(keyOf(key));
  }

  /**
   * Returns DynamoDB clients for an invocation's stores.
   * @param afterRead runs after a read, before its result is used
   */
  clientsOf(
    invocation: Pick<Invocation, 'call'>,
    broken: Broken = {},
    afterRead: () => Promise<unknown> | undefined = () => undefined,
  ): QuotaClients {
    const call = <Result>(name: string, effect: () => Result): Promise<Result> =>
      invocation.call(name, broken.unrepeated === true ? once(effect) : effect);
    const get = async ({ TableName = '', Key = {} }: GetCommand['input']): Promise<Item | undefined> => {
      const found = await call(`${TableName}.get`, () => this.find(TableName, Key));
      await afterRead();
      return found;
    };
    const update = async (input: UpdateCommand['input']): Promise<Item | undefined> => {
      const { TableName = '' } = input;
      if (TableName === broken.keeps) return undefined;
      return this.#written(await call(`${TableName}.update`, () => this.#update(input, broken)));
    };
    const put = async (input: PutCommand['input']): Promise<void> => {
      const { TableName = '' } = input;
      this.#written(await call(`${TableName}.put`, () => this.#put(input, broken)));
    };
    const send = async (command: unknown): Promise<object> => {
      if (command instanceof GetCommand) return { Item: await get(command.input) };
      if (command instanceof UpdateCommand) return { Attributes: await update(command.input) };
      if (command instanceof PutCommand) {
        await put(command.input);
        return {};
      }
      if (command instanceof BatchGetCommand)
        return { Responses: await call('batch.get', () => this.#batchOf(command.input)) };
      if (command instanceof QueryCommand)
        return { Items: await call(`${command.input.TableName}.query`, () => this.#queried(command.input)) };
      if (command instanceof BatchWriteCommand)
        return call('batch.write', () => this.#writeBatch(command.input));
      if (command instanceof TransactWriteCommand) {
        // The SDK sends a token, so a repeated transaction takes effect once.
        const run = once(() => this.#transact(command.input.TransactItems ?? [], broken));
        const failed = await call('transaction', run);
        if (failed) throw failed;
        return {};
      }
      throw new TypeError('The simulated tables don’t support this command');
    };
    const items = { get, put, update };
    return { db: { send } as unknown as DocumentClient, items, failFast: items };
  }

  #rowsOf(table: string): Map<string, Item> {
    const rows = this.#items.get(table) ?? new Map<string, Item>();
    this.#items.set(table, rows);
    return rows;
  }

  #store(table: string, key: string, item: Item): void {
    this.#rowsOf(table).set(key, item);
    this.#onUpdate(table, key, item);
  }

  #storePut(table: string, item: Item): void {
    const given = Object.entries(item).filter(([, value]) => value !== undefined);
    this.#store(table, this.#keyIn(table, item), Object.fromEntries(given));
  }

  /**
   * Effects return a failed condition instead of throwing an error, because it's a response from the store, not a
   * failed call.
   */
  #written(result: Item | ConditionalCheckFailedException | undefined): Item | undefined {
    if (result instanceof Error) throw result;
    return result;
  }

  #update(input: UpdateCommand['input'], broken: Broken): Item | ConditionalCheckFailedException {
    const { TableName = '', Key = {}, UpdateExpression = '' } = input;
    const stored = this.find(TableName, Key);
    if (!this.#mayWrite('update', input, stored, broken)) return failedCondition(stored);
    const next = updated(Key, stored, UpdateExpression, input);
    this.#store(TableName, keyOf(Key), next);
    return next;
  }

  #put(input: PutCommand['input'], broken: Broken): ConditionalCheckFailedException | undefined {
    const { TableName = '', Item: item = {} } = input;
    const stored = this.#storedOf('put', input);
    if (!this.#mayWrite('put', input, stored, broken)) return failedCondition(stored);
    this.#storePut(TableName, item);
    return undefined;
  }

  #keyIn(table: string, item: Item): string {
    const names = this.#keyNames[table];
    if (!names) throw new TypeError(`The simulated tables don’t know the keys of ${table}`);
    return keyOf(Object.fromEntries(names.map((name) => [name, item[name]])));
  }

  #mayWrite(write: Write, input: Conditional, stored: Item | undefined, { ignores }: Broken): boolean {
    const { TableName = '', ConditionExpression } = input;
    const isIgnored = (part: string): boolean => ignores?.test(`${TableName} ${write}: ${part}`) === true;
    return meets(stored, ConditionExpression, input, isIgnored);
  }

  #batchOf({ RequestItems = {} }: BatchGetCommand['input']): Record<string, Item[]> {
    const tables = Object.entries(RequestItems).map(([table, { Keys = [] }]) => [
      table,
      Keys.flatMap((key) => this.find(table, key) ?? []),
    ]);
    return Object.fromEntries(tables) as Record<string, Item[]>;
  }

  #queried(input: QueryCommand['input']): Item[] {
    return this.rows(input.TableName ?? '').filter((row) => meets(row, input.KeyConditionExpression, input));
  }

  #writeBatch({ RequestItems = {} }: BatchWriteCommand['input']): object {
    for (const [table, requests] of Object.entries(RequestItems))
      for (const { DeleteRequest } of requests) this.delete(table, DeleteRequest?.Key ?? {});
    return {};
  }

  /** Runs a transaction at one point in time, unless a condition fails. */
  #transact(all: readonly TransactItem[], broken: Broken): TransactionCanceledException | undefined {
    const parts = all.map(partOf);
    const reasons = parts.map(([write, input]) => ({
      Code: this.#mayWrite(write, input, this.#storedOf(write, input), broken)
        ? 'None'
        : 'ConditionalCheckFailed',
    }));
    if (reasons.some(({ Code }) => Code !== 'None'))
      return new TransactionCanceledException({
        message: 'The transaction was canceled',
        $metadata: {},
        CancellationReasons: reasons,
      });
    for (const [write, input] of parts) {
      const { TableName = '', Key = {} } = input;
      if (TableName === broken.keeps) continue;
      if (write === 'delete') this.delete(TableName, Key);
      if (write === 'put') this.#storePut(TableName, input.Item ?? {});
      if (write === 'update') {
        const next = updated(Key, this.find(TableName, Key), input.UpdateExpression ?? '', input);
        this.#store(TableName, keyOf(Key), next);
      }
    }
    return undefined;
  }

  #storedOf(write: Write, { TableName = '', Key = {}, Item: item = {} }: Conditional): Item | undefined {
    return this.#rowsOf(TableName).get(write === 'put' ? this.#keyIn(TableName, item) : keyOf(Key));
  }
}

/** Parameters shared by all writes. */
interface Conditional {
  readonly TableName?: string | undefined;
  readonly Key?: Item | undefined;
  readonly Item?: Item | undefined;
  readonly UpdateExpression?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

function partOf({
  ConditionCheck,
  Delete,
  Put,
  Update,
}: TransactItem): [Write, Conditional & TransactionPart] {
  if (ConditionCheck) return ['check', ConditionCheck];
  if (Delete) return ['delete', Delete];
  if (Put) return ['put', Put];
  if (Update) return ['update', Update];
  throw new TypeError('A transaction’s item must have one write');
}

const keyOf = (key: Item): string => Object.values(key).join();

const failedCondition = (stored: Item | undefined): ConditionalCheckFailedException =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    ...(stored && { Item: marshall(stored, { removeUndefinedValues: true }) }),
  });

/** Returns a function that takes effect only once. Later calls return the first result. */
function once<Result>(effect: () => Result): () => Result {
  let first: { readonly result: Result } | undefined;
  return () => (first ??= { result: effect() }).result;
}
