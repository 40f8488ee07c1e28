/**
 * Runs webhook deliveries on emulators, with real stores, queues, buckets and a real sender. Retry executions
 * are recorded but not run.
 */
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { deliveryQueue, deliveryTask } from '../../../lambdas/webhooks/delivery/delivery-queue.ts';
import { deliveryStore } from '../../../lambdas/webhooks/delivery/delivery-store.ts';
import type { RetryInput } from '../../../lambdas/webhooks/delivery/retry-ladder-client.ts';
import { endpointHealthStore } from '../../../lambdas/webhooks/endpoint-health/endpoint-health-store.ts';
import { emailRecipientStore } from '../../../lambdas/emails/email-form-store.ts';
import { liveWebhookStore } from '../../../lambdas/webhooks/apps/live-webhook-store.ts';
import { submissionStore } from '../../../lambdas/submissions/submission-store.ts';
import { createWebhookSender } from '../../../lambdas/webhooks/sender/webhook-sender.ts';
import { webhookStore } from '../../../lambdas/webhooks/webhook-store.ts';
import type { ProbeConfig, ProbeDeps } from '../../../lambdas/webhooks/delivery/run-probe.ts';
import { failureCountStore } from '../../../lambdas/webhooks/endpoint-health/failure-count-store.ts';
import { failedDeliveryStore } from '../../../lambdas/webhooks/recovery/failed-delivery-store.ts';
import type { DeliveryDeps } from '../../../lambdas/webhooks/delivery/run-delivery.ts';
import type { FanOutDeps } from '../../../lambdas/outbox/create-deliveries.ts';
import { newFormId } from '../../../lambdas/core/ids.ts';
import type { OwnerEmail } from '../../../lambdas/emails/owner-email.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { newSubmission, toSubmissionItem, type Submission } from '../../../lambdas/submissions/submission.ts';
import { newWebhook, type SigningWebhook } from '../../../lambdas/webhooks/webhook.ts';
import { startS3 } from '../../../local/s3/s3-emulator.ts';
import { SqsEmulator } from '../../../local/sqs/sqs-emulator.ts';
import { Stack } from '../../../local/template/stack.ts';
import { deliver, sqsHandler } from '../../simulation/functions.ts';
import { assemblyFolder, STACK_NAME } from '../assembly/assembly.ts';
import { startStores, type TestStores } from './stores.ts';

/** Accept any properties, because only the bucket's name is needed. */
const NO_PROPERTIES = z.object({});
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const AWS = { region: 'us-east-1', credentials: CREDENTIALS };

export interface QueuedMessage {
  readonly body: string;
  readonly receiptHandle: string;
  /** The queue's URL. Defaults to the delivery queue. */
  readonly queueUrl?: string;
}

export interface DeliveryChain {
  /** Ids of accounts that the operator suspended. */
  readonly suspended: Set<string>;
  readonly stores: TestStores;
  readonly deps: ProbeDeps;
  readonly fanOutDeps: FanOutDeps;
  readonly config: ProbeConfig;
  readonly deliveries: ReturnType<typeof deliveryStore>;
  readonly webhooks: ReturnType<typeof webhookStore>;
  readonly queue: ReturnType<typeof deliveryQueue>;
  /** Retry executions that were started, in order. */
  readonly ladders: { readonly name: string; readonly first: RetryInput }[];
  /** Stack outputs, as reported by the local runner. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: { readonly dynamodb: string; readonly sqs: string; readonly s3: string };
  readonly sqs: SQSClient;
  readonly s3: S3Client;
  readonly failedBucket: string;
  newWebhook(url: string, formId?: string): Promise<SigningWebhook>;
  newSubmission(formId: string, status?: Submission['status']): Promise<Submission>;
  put(of: Submission): Promise<void>;
  removeSubmission(keys: Pick<Submission, 'form_id' | 'submission_id'>): Promise<void>;
  /** Receives the visible messages in a queue. */
  receive(queue?: 'DeliveriesQueue' | 'SlowDeliveriesQueue'): Promise<QueuedMessage[]>;
  /** E-mails queued for webhook owners. The e-mail tests cover sending them. */
  readonly ownerEmails: readonly OwnerEmail[];
  /** Passes the messages to the real handler and deletes those that were handled. */
  deliver(messages: readonly QueuedMessage[], deps?: DeliveryDeps): Promise<SQSBatchResponse>;
  /** Ids of webhooks whose due recovery was requested, in order. */
  readonly dueRecoveries: readonly string[];
  stop(): Promise<void>;
}

/**
 * Makes receive calls return immediately. The emulated queue doesn't need long polling, which SQS requires to
 * check all of its servers.
 */
function answeredAtOnce(sqs: SQSClient): SQSClient {
  sqs.middlewareStack.add(
    (next) => (args) => {
      const input = 'WaitTimeSeconds' in args.input ? { ...args.input, WaitTimeSeconds: 0 } : args.input;
      return next({ ...args, input });
    },
    { step: 'initialize', name: 'answeredAtOnce' },
  );
  return sqs;
}

export async function startDeliveryChain(config: Partial<ProbeConfig> = {}): Promise<DeliveryChain> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-chain-'));
  const [stores, emulator] = await Promise.all([startStores(), SqsEmulator.start(join(folder, 'sqs'))]);
  const stack = Stack.read(assemblyFolder(), STACK_NAME, {
    sqsEndpoint: emulator.endpoint,
    apiEndpoint: 'http://127.0.0.1:1',
  });
  emulator.createQueues(stack);
  const bucket = await startS3(stack, join(folder, 's3'));
  const { DeliveriesQueue = '', SlowDeliveriesQueue = '' } = stack.outputs();
  const failed = stack
    .resources(['AWS::S3::Bucket'], NO_PROPERTIES)
    .find(({ logicalId }) => logicalId.includes('FailedSubmissions'));

  const sqs = answeredAtOnce(new SQSClient({ ...AWS, endpoint: emulator.endpoint }));
  const s3 = new S3Client({ ...AWS, endpoint: bucket.endpoint, forcePathStyle: true });
  const { db, tables } = stores;
  const deliveries = deliveryStore(stores, tables.deliveries);
  const webhooks = webhookStore(db, tables.webhooks);
  const queue = deliveryQueue(DeliveriesQueue, sqs);
  const slowQueue = deliveryQueue(SlowDeliveriesQueue, sqs);
  const ladders: DeliveryChain['ladders'] = [];
  const ownerEmails: OwnerEmail[] = [];
  const fullConfig = {
    deadlineMs: 2000,
    maxAttempts: 5,
    retryWaitsSeconds: [1, 10, 60, 600, 3600],
    disableAfterDays: 5,
    probeTimesSeconds: [900, 1800, 3600, 7200, 14_400],
    ...config,
  };
  const sender = createWebhookSender({
    allowHttp: true,
    allowPrivateTargets: true,
    ownHosts: [],
    deadlineMs: fullConfig.deadlineMs,
  });
  const suspended = new Set<string>();
  const dueRecoveries: string[] = [];
  const deps: ProbeDeps = {
    now: Date.now,
    baseUrl: 'http://127.0.0.1:1',
    pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
    newClaim: randomUUID,
    createDelivery: deliveries.create,
    findDelivery: deliveries.find,
    replaceDelivery: deliveries.replace,
    findWebhook: liveWebhookStore(stores, tables).find,
    findSubmission: submissionStore(db, tables.submissions).find,
    isSuspended: (accountId) => Promise.resolve(suspended.has(accountId)),
    send: sender.send,
    handOver: queue.handOver,
    health: endpointHealthStore(db, tables),
    countFailure: failureCountStore(db, tables).countFailure,
    queueProbes: (webhookId) => queue.add([webhookId]),
    startRecovery: (webhookId) => Promise.resolve(void dueRecoveries.push(webhookId)),
    oldestFailed: async (span, limit) =>
      (await failedDeliveryStore(db, tables.deliveries).page(span, undefined, limit)).rows,
    sendOwnerEmail: (of) => Promise.resolve(void ownerEmails.push(of)),
  };
  const put = async (of: Submission): Promise<void> => {
    await db.send(new PutCommand({ TableName: tables.submissions, Item: toSubmissionItem(of) }));
  };

  return {
    stores,
    suspended,
    deps,
    fanOutDeps: {
      now: Date.now,
      maxAttempts: fullConfig.maxAttempts,
      listWebhooks: webhooks.list,
      createDelivery: deliveries.create,
      findDelivery: deliveries.find,
      replaceDelivery: deliveries.replace,
      withhold: deliveries.withhold,
      findForm: emailRecipientStore(db, tables.forms).find,
      queue: queue.add,
    },
    config: fullConfig,
    deliveries,
    webhooks,
    queue,
    ladders,
    outputs: stack.outputs(),
    endpoints: { dynamodb: stores.endpoint, sqs: emulator.endpoint, s3: bucket.endpoint },
    sqs,
    s3,
    failedBucket: failed?.ref ?? '',
    put,
    async removeSubmission(Key) {
      await db.send(new DeleteCommand({ TableName: tables.submissions, Key }));
    },
    async newWebhook(url, formId = newFormId(systemRandom)) {
      const made = newWebhook({ account_id: 'acc_1', owner_id: formId }, { url }, Date.now(), systemRandom);
      await db.send(new PutCommand({ TableName: tables.webhooks, Item: made }));
      return made;
    },
    async newSubmission(formId, status = 'received') {
      const form = { form_id: formId, account_id: 'acc_1', retention_days: null };
      const content = { status, payload: payloadOfPairs([['name', 'Ada']]) };
      const made = newSubmission(form, content, {
        now: Date.now(),
        random: systemRandom,
        spamRetentionDays: 30,
      });
      await put(made);
      return made;
    },
    ownerEmails,
    dueRecoveries,
    async receive(name = 'DeliveriesQueue') {
      const queueUrl = stack.outputs()[name] ?? '';
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
      );
      return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({
        body: Body,
        receiptHandle: ReceiptHandle,
        queueUrl,
      }));
    },
    async deliver(messages, given = deps) {
      const start = (name: string, first: RetryInput): Promise<void> =>
        Promise.resolve(void ladders.push({ name, first }));
      const handler = sqsHandler({
        message: deliveryTask,
        handle: deliver({
          deps: { ...deps, ...given },
          config: fullConfig,
          queue,
          slowQueue,
          ladder: { start },
        }),
      });
      const attributes = { SentTimestamp: String(Date.now()) };
      const Records = messages.map((message) => ({
        ...message,
        attributes,
        messageId: message.receiptHandle,
      }));
      const response = await handler({ Records } as unknown as SQSEvent);
      const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const { receiptHandle, queueUrl = DeliveriesQueue } of messages) {
        if (failed.has(receiptHandle)) continue;
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle }));
      }
      return response;
    },
    async stop() {
      await sender.close();
      sqs.destroy();
      s3.destroy();
      await Promise.all([stores.stop(), emulator.stop(), bucket.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
