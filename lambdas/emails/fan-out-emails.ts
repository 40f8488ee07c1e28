/**
 * From the stream of stored submissions to one job for the e-mails of each. It hangs on the same reader of the stream
 * as the webhooks do, and so has all that keeps those from being forgotten: the retries, the bucket of missed records,
 * the sweeper, the alarm on lateness. A reader of its own would need each of them again, and would be the third of a
 * stream that serves two well.
 */
import * as z from 'zod';
import { documentClient } from '../aws/dynamodb.ts';
import { emailFormStore } from './email-form-store.ts';
import { emailQueue } from './email-queue.ts';
import { requestEmails } from './email-job.ts';
import { memoize } from '../core/memoize.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';

const text = z.object({ S: z.string() });
const streamRecord = z.object({
  dynamodb: z.object({ NewImage: z.object({ account_id: text, form_id: text, submission_id: text }) }),
});

type Parts = Parameters<typeof requestEmails>[1];

/** Queues the e-mails of an accepted submission. For the records of one batch, as `fanOut`. */
export function fanOutEmails({ queue, ...parts }: Parts) {
  const findForm = memoize((accountId: string, formId: string) => parts.findForm(accountId, formId));
  return async (record: unknown): Promise<void> => {
    const { account_id, form_id, submission_id } = streamRecord.parse(record).dynamodb.NewImage;
    await requestEmails(
      { account_id: account_id.S, form_id: form_id.S, submission_id: submission_id.S },
      { findForm, queue },
    );
  };
}

/** Out of this function's environment; nothing where the stage has no mail sender. */
export function emailRequestDeps(): Parts | undefined {
  const queueUrl = readIfGiven('EMAILS_QUEUE_URL');
  if (queueUrl === undefined) return undefined;
  const { FORMS_TABLE } = readEnvironment('FORMS_TABLE');
  return {
    findForm: emailFormStore(documentClient(), FORMS_TABLE).find,
    queue: emailQueue(queueUrl).add,
  };
}
