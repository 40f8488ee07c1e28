/**
 * Lists permissions that no test uses, with the reason why functions still have them. `npm run iam:report`
 * reports any unused permission that isn't in this list as unnecessary.
 */
import type { GrantedPermission } from '../../../local/iam/permission-usage.ts';

export interface Reasoned {
  readonly functions: RegExp;
  readonly actions: RegExp;
  readonly resources: RegExp;
  readonly reason: string;
  /**
   * True if the functions and actions only exist when a setting is enabled that the tests' stack doesn't use.
   */
  readonly isOfSetting?: true;
}

const ANY = /^/;
const OF_API = /^Http/;

export const reasons: readonly Reasoned[] = [
  {
    functions: ANY,
    actions: /^logs:/,
    resources: ANY,
    reason: 'Lambda writes the log in the name of the function; the runner writes files.',
  },
  {
    functions: ANY,
    actions: /^dynamodb:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams)$/,
    resources: ANY,
    reason: 'The event source mapping reads the stream in the name of the function.',
  },
  {
    functions: ANY,
    actions: /^sqs:(?:ReceiveMessage|DeleteMessage|GetQueueAttributes|GetQueueUrl|ChangeMessageVisibility)$/,
    resources: ANY,
    reason: 'The event source mapping reads the queue in the name of the function.',
  },
  {
    functions: ANY,
    actions: /^s3:(?:PutObject|ListBucket)$/,
    resources: /bucket\w*(?:\/aws\/lambda\/\*)?$/,
    reason: 'The event source mapping stores what failed in the name of the function.',
  },
  {
    functions: ANY,
    actions: /^kms:/,
    resources: ANY,
    reason:
      'DynamoDB uses the key of a table in the name of the function; it asks for Decrypt when it reads or writes.',
    isOfSetting: true,
  },
  {
    functions: ANY,
    actions: /^xray:/,
    resources: ANY,
    reason: 'Lambda sends traces in the name of the function where the stage has them on.',
    isOfSetting: true,
  },
  {
    functions: /^(?:Custom|AWSCDK)/,
    actions: ANY,
    resources: ANY,
    reason: 'CDK’s own function, which runs while the stack is deployed.',
    isOfSetting: true,
  },
  {
    functions: ANY,
    actions: ANY,
    resources: /table\/restored-/,
    reason:
      'Restored tables take the place of some of the own in one end-to-end test, which calls few functions.',
    isOfSetting: true,
  },
  {
    functions: /^ConnectionWebhooksRemoveConnectionWebhooks$/,
    actions: /^dynamodb:(?:BatchWriteItem|Query)$/,
    resources: /WebhooksTable(?:\/index\/connection)?$/,
    reason: 'Webhooks of a connection that has ended; tests remove them in their own process.',
  },
  {
    functions: OF_API,
    actions: /^dynamodb:(?:BatchGetItem|UpdateItem)$/,
    resources: /table\/Storage(?:ApiKeys|Sessions|Connections|OauthClients)Table$/,
    reason:
      'Every operation takes a session’s cookie and an app’s token as well as a key; tests of those do it with some of them.',
  },
  {
    functions: /^Http(?:CreateUpload|GetFile|ExportSubmissions)$/,
    actions: /^s3:(?:GetObject|PutObject)$/,
    resources: ANY,
    reason: 'A browser uses it, with the address or the post that the function signs.',
  },
  {
    functions: OF_API,
    actions: /^s3:AbortMultipartUpload$/,
    resources: /exports/,
    reason: 'An export that breaks off takes back its parts.',
  },
  {
    functions: OF_API,
    actions: /^cognito-idp:/,
    resources: ANY,
    reason: 'The runner has no user pool; the command is tested with a client that records it.',
    isOfSetting: true,
  },
  {
    functions: OF_API,
    actions: /^dynamodb:(?:BatchGetItem|UpdateItem)$/,
    resources: /table\/StorageCountersTable$/,
    reason:
      'Another statement of the function allows it, too: counters of some kinds are named for each operation alike.',
  },
  {
    functions: /^Http(?:CreateForm|ListForms|GetForm|UpdateForm|GetJob|ListDrive)$/,
    actions: /^dynamodb:(?:GetItem|BatchGetItem)$/,
    resources: /table\/Storage(?:Accounts|Recipients)Table$/,
    reason:
      'A form with addresses for notifications shows who agreed; tests show such forms by some operations.',
  },
  {
    functions: /^Http(?:SubmitEntry|SubmitForm)$|^PostFront/,
    actions: ANY,
    resources: ANY,
    reason:
      'All three take posts with the same code, whose every branch is tested with one of them at least.',
  },
  {
    functions: /^Http(?:TestWebhook|ReplayDelivery)$/,
    actions: ANY,
    resources: /Deliveries(?:Table|Queue)$|EmailsQueue$|WebhooksTable$/,
    reason:
      'When the store does not take an outcome, another writer comes first or an endpoint recovers or is disabled.',
  },
  {
    functions: OF_API,
    actions: /^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem|BatchWriteItem|BatchGetItem|Query)$/,
    resources:
      /table\/Storage(?:FormJobs|Emails|Accounts|Recoveries|Members|Submissions)Table(?:\/index\/spam)?$/,
    reason:
      'A branch that tests reach with stores in the place of the function’s own: deletions, races, roles that change, lists of spam.',
  },
  {
    functions: OF_API,
    actions: /^sqs:SendMessage$/,
    resources: /FormJobsQueue$/,
    reason: 'A changed retention begins a job; its tests call the job itself.',
  },
  {
    functions: /^(?:EmailSendingCountingCountEmails|DeliveryCountingCountDeliveries)$/,
    actions: /^dynamodb:GetItem$/,
    resources: /CountersTable$/,
    reason:
      'A record or an event of SES that comes twice is looked up; tests do it with stores of their own.',
  },
  {
    functions: /^EmailSendingSendEmail$/,
    actions: /^dynamodb:DeleteItem$/,
    resources: /(?:Counters|Idempotency)Table$/,
    reason:
      'An e-mail that SES did not take gives its place back; tests of faults do it in their own process.',
  },
  {
    functions: /^EmailSendingSendEmail$/,
    actions: /^dynamodb:GetItem$/,
    resources: /AccountsTable$/,
    reason: 'What a suspended account wanted to send; tests do it in their own process.',
  },
  {
    functions: /^EmailSendingSendEmail$/,
    actions: /^ses:SendEmail$/,
    resources: /.*/,
    reason: 'SES asks for one action or the other, by the kind of the message.',
  },
  {
    functions: /^FileDeletionCleanUpUploads$/,
    actions: /^(?:dynamodb:GetItem|s3:DeleteObject)$/,
    resources: /.*/,
    reason: 'Files of a post that was never stored: they are noted for a day before that is looked at.',
  },
  {
    functions: /^FormJobsResumeFormJobs$/,
    actions: /^.*$/,
    resources: /.*/,
    reason: 'Runs every few hours: it begins jobs again that lost their message.',
  },
  {
    functions: /^FormJobsRunFormJob$/,
    actions:
      /^(?:dynamodb:(?:BatchGetItem|BatchWriteItem|GetItem|Query|UpdateItem)|s3:DeleteObject|sqs:SendMessage)$/,
    resources: /.*/,
    reason:
      'Jobs of minutes: deletion, change of retention and the daily summary of spam are tested in the tests’ own process.',
  },
  {
    functions: /^WebhookDelivery(?:Deliver|Retry|RecoveriesRunRecovery)$/,
    actions: /^sqs:SendMessage$/,
    resources: /.*/,
    reason:
      'After faults: an outcome that the store does not take, an owner who is told that a webhook was disabled, a recovery that goes on.',
  },
  {
    functions: /^WebhookDelivery(?:FanOut|RecoveriesRunRecovery)$/,
    actions: /^dynamodb:(?:GetItem|PutItem)$/,
    resources: /DeliveriesTable$/,
    reason: 'A delivery that is there already, because its record came twice.',
  },
  {
    functions: /^WebhookDeliverySweep$/,
    actions: /^.*$/,
    resources: /.*/,
    reason:
      'Runs every few minutes and takes up what others let fall; the simulation calls it with stores of its own.',
  },
];

/** Returns the reason why no test needs to use the permission. */
export function reasonFor({ functionId, action, resource }: GrantedPermission): string | undefined {
  return reasons.find(
    ({ functions, actions, resources }) =>
      functions.test(functionId) && actions.test(action) && resources.test(resource),
  )?.reason;
}
