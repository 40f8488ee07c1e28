/**
 * Determines the IAM permissions that a DynamoDB request needs
 * (docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html). Each action in a
 * transaction, each table and each index is checked individually.
 */
import { arn, REGION } from '../aws-names.ts';
import { attributesOfExpression } from './attribute-names.ts';
import type { ConditionValues } from './condition-operators.ts';
import type { AwsCall } from './policy.ts';

/** Each table's partition key and encryption key, by table name. */
export type TableKeys = Readonly<
  Record<
    string,
    {
      /** Name of the partition key attribute. */
      readonly partition: string;
      /** ARN of the KMS key that encrypts the table, if the stack defines one. */
      readonly encryption?: string | undefined;
    }
  >
>;

const VIA_DYNAMODB = `dynamodb.${REGION}.amazonaws.com`;

type Value = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Value>>;

/** The DynamoDB request fields needed for the IAM check. */
interface Request {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly Keys?: readonly Item[];
  readonly ProjectionExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  readonly Select?: string;
  readonly ReturnValues?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, Request>>[];
}

/**
 * Returns the AWS calls that a DynamoDB request makes.
 * @param operation from `x-amz-target`
 */
export function dynamodbCalls(operation: string, body: unknown, keys: TableKeys): AwsCall[] {
  const calls = tableCalls(operation, body as Request, keys);
  return [...calls, ...decryptions(calls, keys)];
}

/**
 * Returns the KMS decryption calls for encrypted tables, because DynamoDB uses a table's key on the caller's
 * behalf.
 */
function decryptions(calls: readonly AwsCall[], keys: TableKeys): AwsCall[] {
  const tables = calls.map(({ resource }) => resource.split(/:table\/|\/index\//)[1] ?? '');
  return [...new Set(tables.map((table) => keys[table]?.encryption))].flatMap((key) =>
    key === undefined
      ? []
      : [{ action: 'kms:Decrypt', resource: key, context: { 'kms:ViaService': VIA_DYNAMODB } }],
  );
}

function tableCalls(operation: string, request: Request, keys: TableKeys): AwsCall[] {
  switch (operation) {
    case 'TransactWriteItems':
      return (request.TransactItems ?? []).flatMap((item) =>
        Object.entries(item).map(([kind, part]) =>
          call(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, part, keys),
        ),
      );
    case 'TransactGetItems':
      return (request.TransactItems ?? []).flatMap((item) =>
        Object.values(item).map((part) => call('GetItem', part, keys)),
      );
    case 'BatchGetItem':
      return Object.entries(request.RequestItems ?? {}).map(([TableName, part]) =>
        call(operation, { TableName, ...(part as Request) }, keys),
      );
    case 'BatchWriteItem':
      return Object.entries(request.RequestItems ?? {}).map(([TableName, writes]) =>
        batchWrite(TableName, writes as readonly Record<string, Request>[], keys),
      );
    default:
      return [call(operation, request, keys)];
  }
}

function call(operation: string, request: Request, keys: TableKeys): AwsCall {
  const { TableName = '', IndexName } = request;
  let context: ConditionValues | undefined;
  return {
    action: `dynamodb:${operation}`,
    resource: arn('dynamodb', `table/${TableName}${IndexName === undefined ? '' : `/index/${IndexName}`}`),
    // Computed only if a condition needs it, because this is the most expensive part of the check and most
    // statements have no conditions.
    get context() {
      return (context ??= contextOf(operation, request, keys[TableName]?.partition ?? ''));
    },
  };
}

function batchWrite(TableName: string, writes: readonly Record<string, Request>[], keys: TableKeys): AwsCall {
  const items = writes.flatMap((write) => Object.values(write).map(({ Item, Key }) => Item ?? Key ?? {}));
  const context = {
    'dynamodb:Attributes': [...new Set(items.flatMap((item) => Object.keys(item)))],
    'dynamodb:LeadingKeys': leading(items, keys[TableName]?.partition ?? ''),
  };
  return { action: 'dynamodb:BatchWriteItem', resource: arn('dynamodb', `table/${TableName}`), context };
}

function contextOf(operation: string, request: Request, partitionKey: string): ConditionValues {
  const { ExpressionAttributeNames: names, Key, Item, Keys = [], ReturnValues } = request;
  const items = [...(Key ? [Key] : []), ...(Item ? [Item] : []), ...Keys];
  const attributes = [
    ...items.flatMap((item) => Object.keys(item)),
    ...[
      request.ProjectionExpression,
      request.KeyConditionExpression,
      request.FilterExpression,
      request.ConditionExpression,
      request.UpdateExpression,
    ].flatMap((expression) => attributesOfExpression(expression, names)),
  ];
  const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan'].includes(operation);
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation);
  return {
    'dynamodb:Attributes': [...new Set(attributes)],
    'dynamodb:LeadingKeys':
      operation === 'Query' ? queried(request, partitionKey) : leading(items, partitionKey),
    ...(reads && { 'dynamodb:Select': selectOf(request) }),
    ...(writes && { 'dynamodb:ReturnValues': ReturnValues ?? 'NONE' }),
  };
}

function selectOf({ Select, ProjectionExpression, IndexName }: Request): string {
  if (Select !== undefined) return Select;
  if (ProjectionExpression !== undefined) return 'SPECIFIC_ATTRIBUTES';
  return IndexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES';
}

function leading(items: readonly Item[], partitionKey: string): string[] {
  return [
    ...new Set(items.flatMap((item) => (item[partitionKey] ? [String(scalar(item[partitionKey]))] : []))),
  ];
}

/** Returns the partition key value from the query's key condition, which is always an equality condition. */
function queried(
  { KeyConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Request,
  partitionKey: string,
): string[] {
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/(#?[\w-]+)\s*=\s*(:\w+)/g)) {
    if ((ExpressionAttributeNames[name] ?? name) !== partitionKey) continue;
    return [String(scalar(ExpressionAttributeValues[value] ?? {}))];
  }
  return [];
}

const scalar = (value: Value): unknown => Object.values(value)[0];
