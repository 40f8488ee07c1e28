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
    reason: 'A CDK function that only runs while the stack is deployed.',
    isOfSetting: true,
  },
  {
    functions: ANY,
    actions: ANY,
    resources: /table\/restored-/,
    reason: 'Only one end-to-end test uses restored tables, and it calls few functions.',
    isOfSetting: true,
  },
  {
    functions: /^ConnectionWebhooksRemoveConnectionWebhooks$/,
    actions: /^dynamodb:(?:BatchWriteItem|Query)$/,
    resources: /WebhooksTable(?:\/index\/connection)?$/,
    reason: 'Deletes the webhooks of ended connections, which tests do in their own process.',
  },
  {
    functions: OF_API,
    actions: /^dynamodb:(?:BatchGetItem|UpdateItem)$/,
    resources: /table\/Storage(?:ApiKeys|Sessions|Connections|OauthClients)Table$/,
    reason:
      'Every operation accepts session cookies and app tokens as well as keys, but tests use them with only some operations.',
  },
  {
    functions: /^Http(?:BeforePosts|GetFile|ExportSubmissions)$/,
    actions: /^s3:(?:GetObject|PutObject)$/,
    resources: ANY,
    reason: 'Used by browsers, through the URL or POST policy that the function signs.',
  },
  {
    functions: OF_API,
    actions: /^s3:AbortMultipartUpload$/,
    resources: /exports/,
    reason: 'Deletes the uploaded parts of an export that fails.',
  },
  {
    functions: OF_API,
    actions: /^cognito-idp:/,
    resources: ANY,
    reason: 'The runner has no user pool. A test with a recording client covers the call.',
    isOfSetting: true,
  },
  {
    functions: OF_API,
    actions: /^dynamodb:(?:BatchGetItem|UpdateItem)$/,
    resources: /table\/StorageCountersTable$/,
    reason:
      'Another statement of the function also allows this call, because all operations get access to some kinds of counters.',
  },
  {
    functions: /^Http(?:CreateForm|ListForms|GetForm|UpdateForm|GetJob|ListDrive)$/,
    actions: /^dynamodb:(?:GetItem|BatchGetItem)$/,
    resources: /table\/Storage(?:Accounts|Recipients)Table$/,
    reason: 'Only needed for forms with recipients, which tests read with only some of these operations.',
  },
  {
    functions: /^Http(?:SubmitEntry|SubmitForm)$|^PostFront/,
    actions: ANY,
    resources: ANY,
    reason:
      'All three functions share the code that receives posts, and tests cover each branch with at least one of them.',
  },
  {
    functions: /^Http(?:TestWebhook|ReplayDelivery)$/,
    actions: ANY,
    resources: /Deliveries(?:Table|Queue)$|EmailsQueue$|WebhooksTable$/,
    reason:
      'Only needed if an outcome can’t be stored, if another writer is faster, or if an endpoint recovers or is disabled.',
  },
  {
    functions: OF_API,
    actions: /^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem|BatchWriteItem|BatchGetItem|Query)$/,
    resources:
      /table\/Storage(?:FormJobs|Emails|Accounts|Recoveries|Members|Submissions)Table(?:\/index\/spam)?$/,
    reason: 'Deletions, races, role changes and spam lists, which tests cover with their own stores.',
  },
  {
    functions: OF_API,
    actions: /^sqs:SendMessage$/,
    resources: /FormJobsQueue$/,
    reason: 'A change of the retention starts a form job, but the tests call the job directly.',
  },
  {
    functions: /^(?:EmailSendingCountingCountEmails|DeliveryCountingCountDeliveries)$/,
    actions: /^dynamodb:GetItem$/,
    resources: /CountersTable$/,
    reason:
      'Only needed for records and SES events that arrive twice, which tests cover with their own stores.',
  },
  {
    functions: /^EmailSendingSendEmail$/,
    actions: /^dynamodb:DeleteItem$/,
    resources: /(?:Counters|Idempotency)Table$/,
    reason:
      'Releases the reservation for an e-mail that SES rejected, which fault tests cover in their own process.',
  },
  {
    functions: /^EmailSendingSendEmail$/,
    actions: /^dynamodb:GetItem$/,
    resources: /AccountsTable$/,
    reason: 'E-mails of suspended accounts, which tests cover in their own process.',
  },
  {
    functions: /^EmailSendingSendEmail$/,
    actions: /^ses:SendEmail$/,
    resources: /.*/,
    reason: 'SES requires one of two actions, depending on the kind of message.',
  },
  {
    functions: /^FileDeletionCleanUpUploads$/,
    actions: /^(?:dynamodb:GetItem|s3:DeleteObject)$/,
    resources: /.*/,
    reason: 'Deletes the files of posts that were never stored, but only after a day.',
  },
  {
    functions: /^FormJobsResumeFormJobs$/,
    actions: /^.*$/,
    resources: /.*/,
    reason: 'Runs every few hours and restarts jobs whose message was lost.',
  },
  {
    functions: /^FormJobsRunFormJob$/,
    actions:
      /^(?:dynamodb:(?:BatchGetItem|BatchWriteItem|GetItem|Query|UpdateItem)|s3:DeleteObject|sqs:SendMessage)$/,
    resources: /.*/,
    reason:
      'Form jobs (deletions, retention changes and spam summaries) take minutes, so tests run them in their own process.',
  },
  {
    functions: /^WebhookDelivery(?:Deliver|Retry|RecoveriesRunRecovery)$/,
    actions: /^sqs:SendMessage$/,
    resources: /.*/,
    reason:
      'Only needed after failures: for outcomes that can’t be stored, e-mails about disabled webhooks, and recoveries that continue.',
  },
  {
    functions: /^WebhookDelivery(?:FanOut|RecoveriesRunRecovery)$/,
    actions: /^dynamodb:(?:GetItem|PutItem)$/,
    resources: /DeliveriesTable$/,
    reason: 'Only needed if a delivery already exists because its record arrived twice.',
  },
  {
    functions: /^WebhookDeliverySweep$/,
    actions: /^.*$/,
    resources: /.*/,
    reason: 'Runs every few minutes to repeat failed work. The simulation calls it with its own stores.',
  },
];

/** Returns the reason why no test needs to use the permission. */
export function reasonFor({ functionId, action, resource }: GrantedPermission): string | undefined {
  return reasons.find(
    ({ functions, actions, resources }) =>
      functions.test(functionId) && actions.test(action) && resources.test(resource),
  )?.reason;
}
