/**
 * Tests a stage's event bus: its resources, the functions that can put events on it, and the streams that the
 * events come from.
 */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testContext } from '../support/assembly/test-context.ts';
import { FormService } from '../../lib/form-service.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

type Resources = Record<string, { Type: string; Properties: any }>;

const MAIL = { 'svc:mailSender': 'Forms <forms@mail.example.com>' };
const BUS = { 'svc:eventBus': true };

let code: string;
beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), 'svc-test-code-'));
  writeFileSync(join(code, 'index.mjs'), '');
});
afterAll(() => rmSync(code, { recursive: true }));

interface Synthesized {
  readonly resources: Resources;
  readonly outputs: Record<string, { Value: unknown }>;
}

/** Synthesizes a team's stack that includes the service. */
function synth(
  context: Record<string, unknown>,
  extend: (service: FormService) => void = () => undefined,
): Synthesized {
  const app = new App({ context: { ...testContext, 'svc:stage': 'test', ...context } });
  const bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
  const stack = new Stack(app, 'team', { suppressTemplateIndentation: true });
  extend(new FormService(stack, 'Default', { settings: stageSettings(app.node), bundles }));
  const { Resources, Outputs } = Template.fromStack(stack).toJSON();
  return { resources: Resources, outputs: Outputs };
}

const made = new Map<string, Synthesized>();
/** Synthesizes a team's stack once for all tests, because this takes most of the time. */
function stackWith(context: Record<string, unknown>): Synthesized {
  const key = JSON.stringify(context);
  const stack = made.get(key) ?? synth(context);
  made.set(key, stack);
  return stack;
}
const ofType = (resources: Resources, type: string): [string, any][] =>
  Object.entries(resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => [id, Properties]);
const statementsOf = (resources: Resources): [string, any][] =>
  ofType(resources, 'AWS::IAM::Role').flatMap(([id]) =>
    statementsOfRole(resources, id).map((each): [string, any] => [id, each]),
  );
/** Returns the stream consumers, each with its function, its table and its filters. */
const readersOf = (resources: Resources) =>
  ofType(resources, 'AWS::Lambda::EventSourceMapping')
    .filter(([, { StartingPosition }]) => StartingPosition !== undefined)
    .map(([, { EventSourceArn, FunctionName, FilterCriteria, ...rest }]) => ({
      table: EventSourceArn['Fn::GetAtt'][0].replace(/^Storage|Table[0-9A-F]{8}$/g, ''),
      fn: FunctionName.Ref.replace(/Function[0-9A-F]{8}$/, ''),
      filters: FilterCriteria.Filters.map(({ Pattern }: any) => JSON.parse(Pattern)),
      ...rest,
    }));

it("is off by default and doesn't change other resources when it is turned on", () => {
  const [off, on] = [stackWith(MAIL), stackWith({ ...MAIL, ...BUS })];
  expect(JSON.stringify(off)).not.toMatch(/events:PutEvents|EventBus"|SUBMISSION_EVENTS/);
  expect(synth({ ...MAIL, 'svc:eventBus': false })).toEqual(off);
  const changed = Object.keys(off.resources).filter(
    (id) =>
      // Saved queries name all log groups.
      off.resources[id]!.Type !== 'AWS::Logs::QueryDefinition' &&
      JSON.stringify(off.resources[id]) !== JSON.stringify(on.resources[id]),
  );
  expect(changed.map((id) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
    // An erasure's certificate covers the failed records of all streams.
    'DataRequestsEraseDataFunction',
    'DataRequestsEraseDataRole',
    // Every deletion and change is published on the bus.
    'FileDeletionRemoveFilesFunction',
    'FileDeletionRemoveFilesRole',
    'FormJobsRunFormJobFunction',
    'HttpChangeSubmissionsFunction',
    'HttpMcpFunction',
    'HttpUpdateSubmissionFunction',
    'StorageFormsTable',
    // Fan-out receives all submissions and publishes an event for each. The sweeper also publishes events,
    // measures one more bucket and watches one more queue.
    'WebhookDeliveryFanOutFunction',
    'WebhookDeliveryFanOutFunctionDynamoDBEventSourceStorageSubmissionsTable',
    'WebhookDeliveryFanOutRole',
    'WebhookDeliverySweepFunction',
    'WebhookDeliverySweepRole',
    'WebhookDeliverySweepSchedule',
    'WebhookDeliverySweepWatchQueues',
  ]);
});

it('has one bus and lets only two functions send events to it', () => {
  const { resources, outputs } = stackWith(BUS);
  const [[bus, properties], ...others] = ofType(resources, 'AWS::Events::EventBus') as [[string, any]];
  expect(others).toEqual([]);
  expect(properties.Name).toBe('svc-forms-test');
  expect(outputs['EventBus']!.Value).toEqual({ 'Fn::GetAtt': [bus, 'Arn'] });
  const allowed = statementsOf(resources).filter(([, each]) =>
    JSON.stringify(each.Action).includes('events:'),
  );
  expect(allowed.map(([id, each]) => [id.replace(/Role[0-9A-F]{8}$/, ''), each])).toEqual(
    ['EventsAnnounceSubmissions', 'EventsAnnounceChanges'].map((id) => [
      ...[id, { Action: 'events:PutEvents', Effect: 'Allow', Resource: { 'Fn::GetAtt': [bus, 'Arn'] } }],
    ]),
  );
  expect(ofType(resources, 'AWS::Events::EventBusPolicy')).toEqual([]);
});

it('adds stream consumers without exceeding two readers per stream', () => {
  const byTable = Map.groupBy(readersOf(stackWith({ ...MAIL, ...BUS }).resources), ({ table }) => table);
  const readers = Object.fromEntries(
    Array.from(byTable, ([table, all]) => [table, all.map(({ fn }) => fn).toSorted()]),
  );
  expect(readers).toEqual({
    Submissions: ['SubmissionCountingCountSubmissions', 'WebhookDeliveryFanOut'],
    Deliveries: ['DeliveryCountingCountDeliveries', 'EventsAnnounceChanges'],
    Emails: ['EmailSendingCountingCountEmails', 'EventsAnnounceChanges'],
    Forms: ['EventsAnnounceChanges'],
    Uploads: ['FileDeletionCleanUpUploads'],
    Connections: ['ConnectionWebhooksRemoveConnectionWebhooks'],
  });
});

it('is triggered only by final states, bounces, and form changes', () => {
  const { resources } = stackWith({ ...MAIL, ...BUS });
  const own = readersOf(resources).filter(({ fn }) => fn === 'EventsAnnounceChanges');
  const status = (...values: string[]) => ({ status: { S: values } });
  // Test pings and failed deliveries of `delivery.failed` events aren't published.
  const event = { event: { S: ['submission.created', 'submission.updated', 'submission.deleted'] } };
  expect(Object.fromEntries(own.map(({ table, filters }) => [table, filters]))).toEqual({
    Deliveries: [
      {
        eventName: ['MODIFY'],
        dynamodb: {
          OldImage: status('pending', 'retrying', 'failed'),
          NewImage: { ...event, ...status('succeeded') },
        },
      },
      {
        eventName: ['MODIFY'],
        dynamodb: {
          OldImage: status('pending', 'retrying', 'succeeded'),
          NewImage: { ...event, ...status('failed') },
        },
      },
    ],
    Emails: [{ eventName: ['MODIFY'], dynamodb: { NewImage: status('bounced') } }],
    Forms: [{ eventName: ['INSERT', 'MODIFY', 'REMOVE'] }],
  });
  const [[bucket]] = ofType(resources, 'AWS::S3::Bucket').filter(([id]) => id.includes('FailedEvents')) as [
    any,
  ];
  for (const { DestinationConfig, FunctionResponseTypes, BisectBatchOnFunctionError } of own) {
    expect(DestinationConfig).toEqual({ OnFailure: { Destination: { 'Fn::GetAtt': [bucket, 'Arn'] } } });
    expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    expect(BisectBatchOnFunctionError).toBe(true);
  }
});

it("doesn't read the e-mail log if the stage can't send e-mails", () => {
  expect(readersOf(stackWith(BUS).resources).map(({ table }) => table)).not.toContain('Emails');
});

it("keeps form secrets out of the stream and the function's permissions", () => {
  const { resources } = synth({ ...BUS, 'svc:ownKeyForWebhooks': true });
  const [[, forms]] = ofType(resources, 'AWS::DynamoDB::GlobalTable').filter(([id]) =>
    /FormsTable/.test(id),
  ) as [any];
  expect(forms.StreamSpecification).toEqual({ StreamViewType: 'KEYS_ONLY' });
  const statements = statementsOf(resources).filter(([id]) => id.startsWith('EventsAnnounceChanges'));
  const [[, read]] = statements.filter(([, each]) => each.Action === 'dynamodb:GetItem') as [any];
  expect(read.Condition).toEqual({
    'ForAllValues:StringEquals': {
      'dynamodb:Attributes': ['account_id', 'form_id', 'name', 'slug', 'status', 'created_at', 'updated_at'],
    },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  });
  // The stream is encrypted with the table's key, so the role must be allowed to decrypt with it.
  expect(statements.some(([, each]) => JSON.stringify(each.Action).includes('kms:Decrypt'))).toBe(true);
});

it('lets its function change only the due-event mark of a submission', () => {
  const statements = statementsOf(stackWith(BUS).resources).filter(([id]) =>
    id.startsWith('EventsAnnounceSubmissions'),
  );
  const [[, update], ...others] = statements.filter(([, each]) =>
    /(?:Update|Put|Delete)Item/.test(JSON.stringify(each.Action)),
  ) as [[string, any]];
  expect(others).toEqual([]);
  expect([update.Action, update.Condition['ForAllValues:StringEquals']]).toEqual([
    'dynamodb:UpdateItem',
    { 'dynamodb:Attributes': ['form_id', 'submission_id', 'status', 'created_event_due'] },
  ]);
});

it('accepts rules from a team that uses the construct', () => {
  const { resources } = synth(BUS, ({ eventBus, node }) => {
    const stack = node.scope as Stack;
    const queue = new Queue(stack, 'Orders');
    new Rule(stack, 'NewOrders', {
      eventBus: eventBus!,
      eventPattern: { source: ['svc.forms'], detailType: ['submission.created'] },
      targets: [new SqsQueue(queue)],
    });
  });
  const [[, rule]] = ofType(resources, 'AWS::Events::Rule').filter(([id]) => id.startsWith('NewOrders')) as [
    any,
  ];
  expect(rule.EventBusName).toEqual({ Ref: ofType(resources, 'AWS::Events::EventBus')[0]![0] });
  synth({}, ({ eventBus }) => expect(eventBus).toBeUndefined());
});
