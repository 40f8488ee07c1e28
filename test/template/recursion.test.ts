/**
 * Tests the chains of invocations in the template: a queue or stream invokes a function, which sends messages
 * to a queue. Lambda stops a function after 16 invocations in one chain (AWS: "Use Lambda recursive loop
 * detection to prevent infinite loops"). The chains are computed from the template, and their expected
 * lengths are handwritten.
 */
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';
import { ofType, templateWith, type TemplateResource } from '../support/assembly/templates.ts';

const MAX_INVOCATIONS = 16;

/**
 * Maximum number of invocations in each chain, from the event of its queue or stream to the last e-mail. A
 * delivery attempt takes up to three: the move to the slow-endpoint queue, the attempt, and an outcome that
 * couldn't be stored. If the webhook is then disabled, an e-mail follows. If it starts to fail, a message
 * schedules its first probe. Each of these takes one more invocation.
 *
 * While it runs, `Deliver` receives and handles additional messages, and sends their messages in its own
 * chain. Such a chain only gets longer than three if storing outcomes fails repeatedly, and exceeds 16 after
 * eight failures in a row. Messages that Lambda then stops become dead letters, and the sweeper sends them
 * again in a new chain.
 */
const CHAINS: Record<string, number> = {
  // One invocation per 25 s of work (test/data-requests).
  'DataRequests > DataRequestsRunDataRequest > DataRequests': Infinity,
  // A confirmed erasure, which then continues in its own chain.
  'DataRequests > DataRequestsRunDataRequest > DataRequestsErasures': Infinity,
  'DataRequestsErasures > DataRequestsEraseData > DataRequestsErasures': Infinity,
  // A deletion that is published on the event bus.
  'FileDeletionFileDeletions > FileDeletionRemoveFiles > EventsSubmissionEvents': 2,
  // A deletion event for a webhook, and then its delivery.
  'FileDeletionFileDeletions > FileDeletionRemoveFiles > WebhookDeliveryDeliveries': 5,
  'FormJobs > FormJobsRunFormJob > EmailSendingEmails': 2,
  // One invocation per batch of the form's data (test/form-jobs/form-job.test.ts).
  'FormJobs > FormJobsRunFormJob > FormJobs': Infinity,
  // Work on a search index, which doesn't change submissions.
  'StorageSubmissions > SubmissionCountingCountSubmissions > FormJobs': 2,
  'StorageSubmissions > WebhookDeliveryFanOut > EmailSendingEmails': 2,
  'StorageSubmissions > WebhookDeliveryFanOut > EventsSubmissionEvents': 2,
  'StorageSubmissions > WebhookDeliveryFanOut > FileDeletionFileDeletions': 2,
  'StorageSubmissions > WebhookDeliveryFanOut > WebhookDeliveryDeliveries': 5,
  'WebhookDeliveryDeliveries > WebhookDeliveryDeliver > EmailSendingEmails': 2,
  'WebhookDeliveryDeliveries > WebhookDeliveryDeliver > WebhookDeliveryDeliveries': 3,
  // The end of a failing span starts a recovery, which only sends deliveries. These don't start another one.
  'WebhookDeliveryDeliveries > WebhookDeliveryDeliver > WebhookDeliveryRecoveries': 6,
  'WebhookDeliveryDeliveries > WebhookDeliveryDeliver > WebhookDeliverySlowDeliveries': 4,
  'WebhookDeliveryRecoveries > WebhookDeliveryRecoveriesRunRecovery > WebhookDeliveryDeliveries': 5,
  // One invocation per 50 failed deliveries (test/webhooks/recovery-step.test.ts).
  'WebhookDeliveryRecoveries > WebhookDeliveryRecoveriesRunRecovery > WebhookDeliveryRecoveries': Infinity,
  'WebhookDeliverySlowDeliveries > WebhookDeliveryDeliver > EmailSendingEmails': 2,
  'WebhookDeliverySlowDeliveries > WebhookDeliveryDeliver > WebhookDeliveryDeliveries': 3,
  'WebhookDeliverySlowDeliveries > WebhookDeliveryDeliver > WebhookDeliveryRecoveries': 6,
  // A message in this queue never returns to it, so the chain ends with its first invocation.
  'WebhookDeliverySlowDeliveries > WebhookDeliveryDeliver > WebhookDeliverySlowDeliveries': 1,
};

const template = templateWith(EVERYTHING_ON);
const functions = new Map(ofType(template, 'AWS::Lambda::Function'));

/** Returns the logical id that an ARN or name in the template refers to. */
const idOf = (value: any): string => value['Fn::GetAtt']?.[0] ?? value.Ref;

/** Returns the resources on which a function may perform an action. */
const targetsOf = ({ Properties }: TemplateResource, action: string): string[] =>
  statementsOfRole(template.Resources, idOf(Properties!['Role']))
    .filter(({ Action }: any) => [Action].flat().includes(action))
    .flatMap(({ Resource }: any) => [Resource].flat());

interface Step {
  readonly source: string;
  readonly fn: string;
  readonly queue: string;
}
const steps: Step[] = ofType(template, 'AWS::Lambda::EventSourceMapping').flatMap(([, { Properties }]) => {
  const fn = idOf(Properties!['FunctionName']);
  return targetsOf(functions.get(fn)!, 'sqs:SendMessage').map((queue) => ({
    source: idOf(Properties!['EventSourceArn']),
    fn,
    queue: idOf(queue),
  }));
});

/** Returns a logical id without its type and hash. */
const nameOf = (id: string): string => id.replace(/(Queue|Function|Table)[0-9A-F]{8}$/, '');
const title = ({ source, fn, queue }: Step): string => [source, fn, queue].map(nameOf).join(' > ');

it('has only chains of invocations whose length is known', () => {
  expect([...new Set(steps.map(title))].sort()).toEqual(Object.keys(CHAINS));
});

it('allows recursive loops only for the four functions with chains of more than 16 invocations', () => {
  const long = steps.filter((step) => CHAINS[title(step)]! > MAX_INVOCATIONS).map(({ fn }) => nameOf(fn));
  const allowed = [...functions]
    .filter(([, { Properties }]) => Properties!['RecursiveLoop'] === 'Allow')
    .map(([id]) => nameOf(id));
  expect(allowed.toSorted()).toEqual([
    'DataRequestsEraseData',
    'DataRequestsRunDataRequest',
    'FormJobsRunFormJob',
    'WebhookDeliveryRecoveriesRunRecovery',
  ]);
  expect(new Set(long)).toEqual(new Set(allowed));
});

it('has five functions that send to a queue that they also read', () => {
  const reads = (fn: string, queue: string): boolean =>
    steps.some((step) => step.fn === fn && step.source === queue);
  const loops = steps.filter(({ fn, queue }) => reads(fn, queue)).map(({ fn }) => nameOf(fn));
  expect([...new Set(loops)].sort()).toEqual([
    'DataRequestsEraseData',
    'DataRequestsRunDataRequest',
    'FormJobsRunFormJob',
    'WebhookDeliveryDeliver',
    'WebhookDeliveryRecoveriesRunRecovery',
  ]);
});

// Lambda also follows chains through S3 and SNS, and from function to function.
it('has no chain of invocations through a bucket, a topic, or another function', () => {
  for (const fn of functions.values()) {
    expect(targetsOf(fn, 'sns:Publish')).toEqual([]);
    expect(targetsOf(fn, 'lambda:InvokeFunction')).toEqual([]);
  }
  // Uploaded files of imports start form jobs through EventBridge. Form jobs only store objects of search
  // indexes, whose keys have another prefix.
  const announced = ofType(template, 'AWS::S3::Bucket').filter(
    ([, { Properties }]) => Properties?.['NotificationConfiguration'] !== undefined,
  );
  expect(
    announced.map(([id, { Properties }]) => [
      id.replace(/[0-9A-F]{8}$/, ''),
      Properties!['NotificationConfiguration'],
    ]),
  ).toEqual([['StorageExports', { EventBridgeConfiguration: { EventBridgeEnabled: true } }]]);
  const [, runFormJob] = [...functions].find(([id]) => id.startsWith('FormJobsRunFormJob'))!;
  expect(targetsOf(runFormJob, 's3:PutObject').map((resource) => JSON.stringify(resource))).toEqual([
    expect.stringContaining('/search/*'),
  ]);
  expect(ofType(template, 'Custom::S3BucketNotifications')).toEqual([]);
  for (const [, { Properties }] of ofType(template, 'AWS::SNS::Subscription'))
    expect(Properties!['Protocol']).toBe('email');
});
