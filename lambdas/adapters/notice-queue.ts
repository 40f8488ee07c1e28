/** Notices to the people behind a form, on their way to whoever writes the e-mails. */
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Notify } from '../domain/notice.ts';
import { queueClient, sendMessages } from './queue-messages.ts';

/** @throws NotQueued */
export function noticeQueue(queueUrl: string, client: SQSClient = queueClient()): Notify {
  return (of) => sendMessages(client, queueUrl, [{ body: of }]);
}
