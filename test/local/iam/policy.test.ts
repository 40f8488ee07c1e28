/**
 * Tests how the local runner authorizes calls. The expected results come from AWS's user guide and the
 * service authorization reference.
 */
import { attributesOfExpression } from '../../../local/iam/attribute-names.ts';
import { awsCalls } from '../../../local/iam/aws-calls.ts';
import { dynamodbCalls } from '../../../local/iam/dynamodb-calls.ts';
import {
  permissionFor,
  type AwsCall,
  type PolicyStatement,
  type ResourcePolicy,
} from '../../../local/iam/policy.ts';
import { like } from '../../../local/iam/wildcards.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Forms';

const allow = (
  action: string,
  resource: string,
  Condition?: PolicyStatement['Condition'],
): PolicyStatement => ({ Effect: 'Allow', Action: [action], Resource: [resource], Condition });
const call = (action: string, resource: string, context: AwsCall['context'] = {}): AwsCall => ({
  action,
  resource,
  context,
});

const permissionOf = (
  statements: readonly PolicyStatement[],
  asked: AwsCall,
  resourcePolicies: readonly ResourcePolicy[] = [],
) => permissionFor({ roleArn: 'arn:aws:iam::000000000000:role/F', statements, resourcePolicies }, asked);

describe('a call', () => {
  test.each([
    ['no statement', [], false],
    ['its action and resource', [allow('dynamodb:GetItem', TABLE)], true],
    ['its action in different case', [allow('DynamoDB:getitem', TABLE)], true],
    ['another action', [allow('dynamodb:PutItem', TABLE)], false],
    ['another table', [allow('dynamodb:GetItem', `${TABLE}2`)], false],
    ['every action', [allow('dynamodb:*', '*')], true],
    [
      'its action but also denies it',
      [allow('*', '*'), { ...allow('dynamodb:GetItem', TABLE), Effect: 'Deny' as const }],
      false,
    ],
  ])('with a role that allows %s is permitted: %s', (_, statements, expected) => {
    expect(permissionOf(statements, call('dynamodb:GetItem', TABLE)) !== undefined).toBe(expected);
  });

  test.each([
    ['ForAllValues:StringEquals', ['a', 'b'], ['a'], true],
    ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'c'], false],
    ['ForAllValues:StringEquals', ['a'], undefined, true],
    ['ForAnyValue:StringEquals', ['a'], ['b', 'a'], true],
    ['ForAnyValue:StringEquals', ['a'], undefined, false],
    ['ForAllValues:StringLike', ['acc_*'], ['acc_1', 'acc_2'], true],
    ['ForAllValues:StringLike', ['acc_*'], ['acc_1', 'frm_2'], false],
    ['StringEquals', ['NONE'], 'NONE', true],
    ['StringEquals', ['NONE'], undefined, false],
    ['StringEqualsIfExists', ['NONE'], undefined, true],
    ['StringEqualsIfExists', ['NONE'], 'ALL_OLD', false],
    ['StringNotEquals', ['NONE'], undefined, true],
    ['Null', ['true'], undefined, true],
    ['Null', ['false'], undefined, false],
  ])('under %s %j with the value %j is permitted: %s', (operator, accepted, value, expected) => {
    const statement = allow('s:A', '*', { [operator]: { key: accepted } });
    expect(permissionOf([statement], call('s:A', 'r', { key: value })) !== undefined).toBe(expected);
  });

  test("is never checked against a condition that the runner doesn't support", () => {
    const statement = allow('s:A', '*', { NumericLessThan: { key: ['1'] } });
    expect(() => permissionOf([statement], call('s:A', 'r'))).toThrow(/NumericLessThan/);
  });

  test.each([
    ['a*', 'abc', true],
    ['a?c', 'abc', true],
    ['a?c', 'abbc', false],
    ['a.c', 'abc', false],
    ['*/frm_*', 'x/frm_1/y', true],
  ])('with the pattern %s matches %s: %s', (pattern, text, expected) => {
    expect(like(pattern, text)).toBe(expected);
  });
});

describe('the policy of', () => {
  const statement = (principals: string[], more: Partial<PolicyStatement> = {}) => ({
    Effect: 'Allow' as const,
    Action: ['*'],
    Resource: ['*'],
    principals,
    ...more,
  });
  const ROOT = 'arn:aws:iam::000000000000:root';
  const OWN = 'arn:aws:iam::000000000000:role/F';
  const notByTls = { Bool: { 'aws:SecureTransport': ['false'] } };
  const object = 'arn:aws:s3:::files/a';
  const key = 'arn:aws:kms:us-east-1:000000000000:key/k';
  const read = allow('s3:GetObject', 'arn:aws:s3:::files/*');
  const decrypt = allow('kms:Decrypt', key, { StringEquals: { 'kms:ViaService': ['dynamodb'] } });

  test.each([
    [
      'denies all calls without TLS, to a call with TLS',
      [read],
      statement(['*'], { Effect: 'Deny', Condition: notByTls }),
      'true',
      true,
    ],
    [
      'denies all calls without TLS, to a call without TLS',
      [read],
      statement(['*'], { Effect: 'Deny', Condition: notByTls }),
      'false',
      false,
    ],
    ['denies the role', [read], statement([OWN], { Effect: 'Deny' }), 'true', false],
    ['denies another role', [read], statement([`${OWN}2`], { Effect: 'Deny' }), 'true', true],
    ['allows the role', [], statement([OWN]), 'true', true],
    ['delegates to the account', [], statement([ROOT]), 'true', false],
  ])('a bucket that %s', (_, statements, policy, tls, expected) => {
    const asked = call('s3:GetObject', object, { 'aws:SecureTransport': tls });
    const policies = [{ of: ['arn:aws:s3:::files/*'], decidesAlone: false, statements: [policy] }];
    expect(permissionOf(statements, asked, policies) !== undefined).toBe(expected);
  });

  test('a different bucket has no effect', () => {
    const policies = [
      {
        of: ['arn:aws:s3:::other/*'],
        decidesAlone: false,
        statements: [statement(['*'], { Effect: 'Deny' })],
      },
    ];
    expect(permissionOf([read], call('s3:GetObject', object), policies)).toEqual({ statement: 0 });
  });

  test.each([
    ['delegates to the account, whose role allows it', [decrypt], [ROOT], 'dynamodb', true],
    [
      'delegates to the account, whose role allows it only through another service',
      [decrypt],
      [ROOT],
      's3',
      false,
    ],
    ['delegates to the account, whose role does not allow it', [], [ROOT], 'dynamodb', false],
    ['names another role', [decrypt], [`${OWN}2`], 'dynamodb', false],
    ['names the role', [], [OWN], 'dynamodb', true],
  ])('a key that %s', (_, statements, principals, service, expected) => {
    const policies = [{ of: [key], decidesAlone: true, statements: [statement(principals)] }];
    const asked = call('kms:Decrypt', key, { 'kms:ViaService': service });
    expect(permissionOf(statements, asked, policies) !== undefined).toBe(expected);
  });
});

describe("an expression's attributes", () => {
  test.each([
    ['form_id = :form AND begins_with(#s, :prefix)', { '#s': 'submission_id' }, ['form_id', 'submission_id']],
    [
      'SET #a.b = if_not_exists(c, :none) + :one, d[0] = :d REMOVE e, #f',
      { '#a': 'A', '#f': 'F' },
      ['A', 'c', 'd', 'e', 'F'],
    ],
    ['attribute_not_exists(pk) OR NOT contains(tags, :t)', {}, ['pk', 'tags']],
    ['age BETWEEN :a AND :b and size(name) < :n', {}, ['age', 'name']],
    ['payload, #status, read_at', { '#status': 'status' }, ['payload', 'status', 'read_at']],
  ])('%s', (expression, names, expected) => {
    expect(attributesOfExpression(expression, names)).toEqual(expected);
  });
});

describe('a request to DynamoDB', () => {
  const keys = { Forms: { partition: 'account_id' } };

  test('includes the attributes, leading key, selection, and returned values', () => {
    expect(
      dynamodbCalls(
        'UpdateItem',
        {
          TableName: 'Forms',
          Key: { account_id: { S: 'acc_1' }, form_id: { S: 'frm_1' } },
          UpdateExpression: 'SET #n = :n',
          ConditionExpression: 'version = :v',
          ExpressionAttributeNames: { '#n': 'name' },
          ReturnValues: 'ALL_NEW',
        },
        keys,
      ),
    ).toEqual([
      call('dynamodb:UpdateItem', TABLE, {
        'dynamodb:Attributes': ['account_id', 'form_id', 'version', 'name'],
        'dynamodb:LeadingKeys': ['acc_1'],
        'dynamodb:ReturnValues': 'ALL_NEW',
      }),
    ]);
  });

  test('checks the key of an encrypted table only once, through DynamoDB', () => {
    const encrypted = { Forms: { partition: 'account_id', encryption: 'arn:key' } };
    const Key = { account_id: { S: 'acc_1' } };
    const put = { Put: { TableName: 'Forms', Item: Key } };
    const calls = dynamodbCalls('TransactWriteItems', { TransactItems: [put, put] }, encrypted);
    expect(calls.map(({ action }) => action)).toEqual([
      'dynamodb:PutItem',
      'dynamodb:PutItem',
      'kms:Decrypt',
    ]);
    expect(calls.at(-1)).toEqual(
      call('kms:Decrypt', 'arn:key', { 'kms:ViaService': 'dynamodb.us-east-1.amazonaws.com' }),
    );
  });

  test('is checked against the index if it uses one', () => {
    expect(
      dynamodbCalls(
        'Query',
        {
          TableName: 'Forms',
          IndexName: 'by_creation',
          KeyConditionExpression: '#a = :a AND created_at > :t',
          ExpressionAttributeNames: { '#a': 'account_id' },
          ExpressionAttributeValues: { ':a': { S: 'acc_1' } },
          ProjectionExpression: 'name',
        },
        keys,
      ),
    ).toEqual([
      call('dynamodb:Query', `${TABLE}/index/by_creation`, {
        'dynamodb:Attributes': ['name', 'account_id', 'created_at'],
        'dynamodb:LeadingKeys': ['acc_1'],
        'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
      }),
    ]);
  });

  test("is checked for each item's action in a transaction", () => {
    const Key = { account_id: { S: 'acc_1' } };
    const calls = dynamodbCalls(
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName: 'Forms', Item: { ...Key, name: { S: 'x' } } } },
          {
            ConditionCheck: { TableName: 'Forms', Key, ConditionExpression: 'attribute_exists(account_id)' },
          },
          { Delete: { TableName: 'Forms', Key } },
        ],
      },
      keys,
    );
    expect(calls.map(({ action }) => action)).toEqual([
      'dynamodb:PutItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
    ]);
  });

  test('is checked for each table in a batch', () => {
    const calls = dynamodbCalls(
      'BatchGetItem',
      {
        RequestItems: {
          Forms: { Keys: [{ account_id: { S: 'acc_1' } }, { account_id: { S: 'acc_2' } }] },
          Other: { Keys: [] },
        },
      },
      keys,
    );
    expect(calls).toMatchObject([
      {
        resource: TABLE,
        context: { 'dynamodb:LeadingKeys': ['acc_1', 'acc_2'], 'dynamodb:Select': 'ALL_ATTRIBUTES' },
      },
      { resource: TABLE.replace('Forms', 'Other') },
    ]);
  });
});

describe('a request to', () => {
  const of = (
    service: 'eventBridge' | 's3' | 'sqs' | 'ses' | 'stepFunctions',
    method: string,
    path: string,
    target?: string,
    body = '',
  ) =>
    awsCalls(service, { method, path, target, body }, {}).map(
      ({ action, resource }) => `${action} ${resource}`,
    );

  test.each([
    ['GET', '/files/frm_1/a%20b?x-id=GetObject', ['s3:GetObject arn:aws:s3:::files/frm_1/a b']],
    ['HEAD', '/files/frm_1/a', ['s3:GetObject arn:aws:s3:::files/frm_1/a']],
    ['PUT', '/files/frm_1/a?partNumber=1&uploadId=2', ['s3:PutObject arn:aws:s3:::files/frm_1/a']],
    ['DELETE', '/files/frm_1/a?uploadId=2', ['s3:AbortMultipartUpload arn:aws:s3:::files/frm_1/a']],
    ['DELETE', '/files/frm_1/a', ['s3:DeleteObject arn:aws:s3:::files/frm_1/a']],
    ['GET', '/files?list-type=2&prefix=x', ['s3:ListBucket arn:aws:s3:::files']],
    ['GET', '/files?versions=&prefix=x', ['s3:ListBucketVersions arn:aws:s3:::files']],
    ['GET', '/files/frm_1/a?versionId=1', ['s3:GetObjectVersion arn:aws:s3:::files/frm_1/a']],
    ['DELETE', '/files/frm_1/a?versionId=1', ['s3:DeleteObjectVersion arn:aws:s3:::files/frm_1/a']],
  ])('S3: %s %s', (method, path, expected) => {
    expect(of('s3', method, path)).toEqual(expected);
  });

  test('S3 that deletes several objects', () => {
    const body =
      '<Delete><Object><Key>frm_1/a</Key></Object><Object><Key>b&amp;c</Key></Object>' +
      '<Object><Key>d</Key><VersionId>1</VersionId></Object></Delete>';
    expect(of('s3', 'POST', '/files?delete=', undefined, body)).toEqual([
      's3:DeleteObject arn:aws:s3:::files/frm_1/a',
      's3:DeleteObject arn:aws:s3:::files/b&c',
      's3:DeleteObjectVersion arn:aws:s3:::files/d',
    ]);
  });

  test('EventBridge, once for each bus in a call', () => {
    const EventBusName = 'orders';
    const body = JSON.stringify({
      Entries: [{ EventBusName }, { EventBusName }, {}, { EventBusName: 'arn:b' }],
    });
    expect(of('eventBridge', 'POST', '/', 'AWSEvents.PutEvents', body)).toEqual([
      'events:PutEvents arn:aws:events:us-east-1:000000000000:event-bus/orders',
      'events:PutEvents arn:aws:events:us-east-1:000000000000:event-bus/default',
      'events:PutEvents arn:b',
    ]);
  });

  test('SQS, Step Functions, and SES', () => {
    const queue = '{"QueueUrl":"http://127.0.0.1:1/000000000000/Jobs"}';
    expect(of('sqs', 'POST', '/', 'AmazonSQS.SendMessageBatch', queue)).toEqual([
      'sqs:SendMessage arn:aws:sqs:us-east-1:000000000000:Jobs',
    ]);
    expect(
      of('stepFunctions', 'POST', '/', 'AWSStepFunctions.StartExecution', '{"stateMachineArn":"arn:m"}'),
    ).toEqual(['states:StartExecution arn:m']);
    const emailFrom = (sender: string) => {
      const message = `To: a@example.org\r\nFrom: ${sender}\r\nSubject: Hi\r\n\r\nFrom: else@example.org`;
      return JSON.stringify({
        ConfigurationSetName: 'set',
        Content: { Raw: { Data: Buffer.from(message).toString('base64') } },
      });
    };
    const senders = [
      'Forms <forms@example.com>',
      // Long names are folded across lines (RFC 5322, section 2.2.3), as nodemailer does.
      '=?UTF-8?Q?Formular_der_B=C3=BCrger?=\r\n =?UTF-8?Q?initiative?= <forms@example.com>',
      'A name of many words that is folded at the end of the line\r\n\t<forms@example.com>',
    ];
    for (const sender of senders)
      expect(of('ses', 'POST', '/v2/email/outbound-emails', undefined, emailFrom(sender))).toEqual([
        'ses:SendRawEmail arn:aws:ses:us-east-1:000000000000:identity/example.com',
        'ses:SendRawEmail arn:aws:ses:us-east-1:000000000000:configuration-set/set',
      ]);
  });
});
