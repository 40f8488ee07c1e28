import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { testContext } from '../support/assembly/test-context.ts';
import { Storage } from '../../lib/storage/storage.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { isEverythingOn, template } from '../support/assembly/assembly.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

const { Resources, Outputs } = template();

/** Returns the resources of a type by logical id, with the properties that CloudFormation reads. */
const all = (type: string): [string, any][] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties]);
const one = (type: string, part: string): [string, any] => {
  const found = all(type).filter(([id]) => id.includes(part));
  expect(found).toHaveLength(1);
  return found[0]!;
};
const idOf = (type: string, part: string): string => one(type, part)[0];

const functionId = (part: string): string => idOf('AWS::Lambda::Function', part);
const mappingsOf = (part: string): any[] =>
  all('AWS::Lambda::EventSourceMapping')
    .filter(([, { FunctionName }]) => FunctionName.Ref === functionId(part))
    .map(([, mapping]) => mapping);
/** Returns the policy statements of a function's role, found by part of its name. */
const statementsOf = (part: string): any[] =>
  all('AWS::IAM::Role')
    .filter(([id]) => id.includes(`${part}Role`))
    .flatMap(([id]) => statementsOfRole(Resources, id));
const list = (value: unknown): any[] => (Array.isArray(value) ? value : [value]);
/** Returns the roles that a table's action is granted to, and the statements that grant it. */
const granted = (action: string, table: string, index = ''): [string[], any[]] => {
  const found = all('AWS::IAM::Role').flatMap(([id]) =>
    statementsOfRole(Resources, id)
      .filter(
        ({ Action, Resource }) =>
          list(Action).includes(action) &&
          list(Resource).some((each) => {
            const resource = JSON.stringify(each);
            return resource.includes(table) && resource.includes(index);
          }),
      )
      .map((statement) => [id.replace(/Role[0-9A-F]+$/, ''), statement] as const),
  );
  return [[...new Set(found.map(([role]) => role))].toSorted(), found.map(([, statement]) => statement)];
};
const holdersOf = (...[action, table, index]: Parameters<typeof granted>): string[] =>
  granted(action, table, index)[0];
const onTable = (part: string, table: string): any[] =>
  statementsOf(part).filter(({ Resource }) => JSON.stringify(Resource).includes(`Storage${table}Table`));

describe('the submission stream', () => {
  const [mapping] = mappingsOf('WebhookDeliveryFanOut');

  it('invokes fan-out when a submission is accepted, is released from spam, or is removed and has files', () => {
    const patterns = mapping.FilterCriteria.Filters.map(({ Pattern }: any) => JSON.parse(Pattern));
    expect(patterns).toEqual([
      {
        eventName: ['INSERT'],
        dynamodb: {
          NewImage: {
            status: { S: ['received'] },
            // Imported submissions don't trigger notifications.
            imported_at: { S: [{ exists: false }] },
            // With an event bus, fan-out also receives submissions that trigger no other notification.
            ...(!isEverythingOn() && { nobody_to_tell: { BOOL: [{ exists: false }] } }),
          },
        },
      },
      {
        eventName: ['MODIFY'],
        dynamodb: { NewImage: { changed_by: { S: [{ exists: true }] } } },
      },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { link_key: { S: [{ exists: true }] } } } },
      {
        eventName: ['REMOVE'],
        // Webhooks that receive deletion events might be newer than the submission.
        dynamodb: { OldImage: { status: { S: ['received'] } } },
      },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { version: { N: [{ exists: true }] } } } },
    ]);
  });

  it("keeps records that fan-out can't handle where the sweeper finds them", () => {
    const bucket = idOf('AWS::S3::Bucket', 'FailedSubmissions');
    expect(mapping.DestinationConfig.OnFailure.Destination).toEqual({ 'Fn::GetAtt': [bucket, 'Arn'] });
    const [, sweeper] = one('AWS::Lambda::Function', 'WebhookDeliverySweep');
    expect(sweeper.Environment.Variables.FAILED_SUBMISSIONS_BUCKET).toEqual({ Ref: bucket });
  });

  it('raises an alarm if fan-out falls behind', () => {
    const [, alarm] = one('AWS::CloudWatch::Alarm', 'LateFanOut');
    expect(alarm).toMatchObject({ MetricName: 'IteratorAge', Threshold: 900_000 });
  });
});

describe('the delivery queue', () => {
  const [, queue] = one('AWS::SQS::Queue', 'WebhookDeliveryDeliveriesQueue');

  it('is consumed ten messages at a time with limited concurrency, like the queue for slow endpoints', () => {
    const batches = { BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] };
    expect(mappingsOf('WebhookDeliveryDeliver')).toMatchObject(
      [
        ['WebhookDeliveryDeliveriesQueue', 50],
        ['WebhookDeliverySlowDeliveriesQueue', 10],
      ].map(([name, MaximumConcurrency]) => ({
        ...batches,
        EventSourceArn: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue', String(name)), 'Arn'] },
        ScalingConfig: { MaximumConcurrency },
      })),
    );
  });

  it("keeps messages as long as SQS allows and hides them for longer than its function's timeout", () => {
    const [, deliver] = one('AWS::Lambda::Function', 'WebhookDeliveryDeliver');
    expect(queue.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(queue.VisibilityTimeout).toBeGreaterThan(deliver.Timeout);
  });

  it('is notified of every retry execution that ends early', () => {
    const [, rule] = one('AWS::Events::Rule', 'BrokenLadders');
    expect(rule.EventPattern).toEqual({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: {
        stateMachineArn: [{ Ref: idOf('AWS::StepFunctions::StateMachine', 'RetryLadder') }],
        status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
      },
    });
    const [target] = rule.Targets;
    expect(target.Arn).toEqual({
      'Fn::GetAtt': [idOf('AWS::SQS::Queue', 'WebhookDeliveryDeliveriesQueue'), 'Arn'],
    });
    expect(target.InputTransformer).toBeUndefined();
  });
});

describe('every queue with a dead-letter queue', () => {
  it('can be found by the CLI', () => {
    const queues = ['Deliveries', 'SlowDeliveries', 'Recoveries'];
    for (const name of queues) {
      expect(Outputs[`${name}Queue`]!.Value).toEqual({
        Ref: idOf('AWS::SQS::Queue', `WebhookDelivery${name}Queue`),
      });
      expect(Outputs[`${name}DeadLetters`]!.Value).toEqual({
        Ref: idOf('AWS::SQS::Queue', `WebhookDelivery${name}DeadLetters`),
      });
    }
  });
});

describe('the sweeper', () => {
  it('runs every five minutes', () => {
    const [, rule] = one('AWS::Events::Rule', 'SweepSchedule');
    expect(rule.ScheduleExpression).toBe('rate(5 minutes)');
    expect(rule.Targets[0].Arn).toEqual({ 'Fn::GetAtt': [functionId('WebhookDeliverySweep'), 'Arn'] });
  });

  it('finds overdue deliveries in a sparse index without scanning the table', () => {
    const [, table] = one('AWS::DynamoDB::GlobalTable', 'StorageDeliveries');
    const [overdue] = table.GlobalSecondaryIndexes;
    expect([overdue]).toMatchObject([
      {
        IndexName: 'overdue',
        KeySchema: [{ AttributeName: 'overdue_shard' }, { AttributeName: 'check_at' }],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['created_at'] },
      },
    ]);
    const actions = statementsOf('WebhookDeliverySweep').flatMap(({ Action }) => list(Action));
    expect(onTable('WebhookDeliverySweep', 'Deliveries').flatMap(({ Action }) => list(Action))).not.toContain(
      'dynamodb:Scan',
    );
    expect(actions).not.toContain('states:StartExecution');
  });

  it('reads the dead letters of both delivery queues but of no other queue', () => {
    const received = statementsOf('WebhookDeliverySweep').filter(({ Action }) =>
      list(Action).includes('sqs:ReceiveMessage'),
    );
    const queues = ['Deliveries', 'SlowDeliveries'];
    const idOfDead = (name: string) => idOf('AWS::SQS::Queue', `WebhookDelivery${name}DeadLetters`);
    expect(received).toEqual([
      {
        Effect: 'Allow',
        Action: ['sqs:DeleteMessage', 'sqs:ReceiveMessage'],
        Resource: queues.map((name) => ({ 'Fn::GetAtt': [idOfDead(name), 'Arn'] })),
      },
    ]);
    const [, sweeper] = one('AWS::Lambda::Function', 'WebhookDeliverySweep');
    expect(sweeper.Environment.Variables).toMatchObject({
      DELIVERIES_DEAD_LETTERS_URL: { Ref: idOfDead('Deliveries') },
      SLOW_DELIVERIES_DEAD_LETTERS_URL: { Ref: idOfDead('SlowDeliveries') },
    });
  });
});

describe('recoveries', () => {
  it('find failed deliveries in a sparse, keys-only index without scanning the table', () => {
    const [, table] = one('AWS::DynamoDB::GlobalTable', 'StorageDeliveries');
    expect(table.GlobalSecondaryIndexes[1]).toEqual({
      IndexName: 'failed',
      KeySchema: [
        { AttributeName: 'webhook_id', KeyType: 'HASH' },
        { AttributeName: 'failed_at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    });
    const run = statementsOf('WebhookDeliveryRecoveriesRunRecovery');
    expect(run.flatMap(({ Action }) => list(Action))).not.toContain('dynamodb:Scan');
    const queries = run.filter(({ Action }) => list(Action).includes('dynamodb:Query'));
    expect(queries.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringContaining('/index/failed'),
    ]);
  });

  it('are started by one operation, run by one function, and resumed by the sweeper', () => {
    expect(holdersOf('dynamodb:DeleteItem', 'StorageRecoveriesTable')).toEqual([
      'HttpRecoverWebhook',
      'WebhookDeliveryRecoveriesRunRecovery',
      'WebhookDeliverySweep',
    ]);
    const [mapping] = mappingsOf('WebhookDeliveryRecoveriesRunRecovery');
    expect(mapping).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 5 } });
  });

  it('can be looked up in the index of failed deliveries only by functions that start, run, or probe them', () => {
    expect(holdersOf('dynamodb:Query', 'StorageDeliveriesTable', '/index/failed')).toEqual([
      'HttpRecoverWebhook',
      'WebhookDeliveryDeliver',
      'WebhookDeliveryRecoveriesRunRecovery',
    ]);
  });

  it('become due through functions that send or change a webhook and can write only that partition', () => {
    const [, statements] = granted('dynamodb:UpdateItem', 'StorageRecoveriesTable');
    expect(holdersOf('dynamodb:UpdateItem', 'StorageRecoveriesTable')).toEqual([
      'HttpMcp',
      'HttpReplayDelivery',
      'HttpTestWebhook',
      'HttpWebhookChanges',
      'WebhookDeliveryDeliver',
    ]);
    for (const { Condition } of statements) {
      expect(Condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'due*' } });
    }
  });
});

describe('webhook secrets', () => {
  /** All stored attributes of a webhook, except its secrets and its account. */
  const SHOWN = [
    'owner_id',
    'webhook_id',
    'kind',
    'ends_at',
    'key',
    'form_ids',
    'url',
    'name',
    'header_names',
    'connection_id',
    'app',
    'format',
    'filter',
    'signing',
    'public_key',
    'previous_public_key',
    'previous_until',
    'events',
    'enabled',
    'auto_recover',
    'failing_since',
    'failure_id',
    'failure_from',
    'failure_until',
    'failure_count',
    'disabled_reason',
    'version',
    'created_at',
    'updated_at',
  ];

  it('are not in any attribute list that other functions can read', () => {
    const named = all('AWS::IAM::Role')
      .flatMap(([id]) => statementsOfRole(Resources, id))
      .filter(({ Resource }) => JSON.stringify(Resource).includes('StorageWebhooksTable'))
      .flatMap(({ Condition }) => Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'] ?? []);
    expect(new Set(named)).toEqual(new Set(SHOWN));
  });

  it.each([
    'HttpWebhooks',
    'HttpWebhookChanges',
    'HttpDeliveries',
    'HttpRecoverWebhook',
    'WebhookDeliveryRecoveriesRunRecovery',
    'HttpGetJob',
    'WebhookDeliveryFanOut',
    'WebhookDeliverySweep',
  ])('are excluded when %s reads a webhook', (part) => {
    const reads = onTable(part, 'Webhooks').filter(({ Action }) =>
      list(Action).some((action) => /GetItem|Query|Scan/.test(action)),
    );
    expect(reads.length).toBeGreaterThan(0);
    for (const { Condition } of reads) {
      expect(Condition).toEqual({
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': SHOWN },
        StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      });
    }
  });

  it('are created, changed, and deleted without being returned', () => {
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
      const [write, ...others] = onTable('HttpWebhookChanges', 'Webhooks').filter(({ Action }) =>
        list(Action).includes(`dynamodb:${action}`),
      );
      expect(write.Condition).toEqual({ StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } });
      for (const { Condition } of others) expect(Condition).toMatchObject(write.Condition);
    }
  });

  it("are encrypted with the account's key, if configured, and only through the table", () => {
    const app = new App({ context: { ...testContext, 'svc:ownKeyForWebhooks': true } });
    const stack = new Stack(app, 'Test');
    new Storage(stack, 'Storage', { settings: stageSettings(app.node) });
    const made = Template.fromStack(stack);
    made.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
    const [key] = Object.keys(made.findResources('AWS::KMS::Key'));
    const tables = Object.entries(made.findResources('AWS::DynamoDB::GlobalTable'));
    for (const [id, { Properties }] of tables as [string, any][]) {
      const used = Properties.Replicas[0].SSESpecification?.KMSMasterKeyId['Fn::GetAtt'][0];
      expect([id, used]).toEqual([id, /^Storage(Webhooks|Forms|FormSlugs)Table/.test(id) ? key : undefined]);
      expect(Properties.SSESpecification?.SSEType === 'KMS').toBe(used !== undefined);
    }
    const keys = all('AWS::KMS::Key').map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
    expect(keys.filter((id) => id.startsWith('Storage'))).toEqual(
      isEverythingOn() ? ['StorageWebhooksKey'] : [],
    );
  });

  it('are hidden from functions that store webhook URLs, which can change only the counter webhookCountVersion', () => {
    const changes = onTable('HttpWebhookChanges', 'Counters').filter(({ Action }) =>
      list(Action).includes('dynamodb:PutItem'),
    );
    expect(changes).toHaveLength(1);
    expect(changes[0].Condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'webhook-count-version#*' },
    });
  });
});
