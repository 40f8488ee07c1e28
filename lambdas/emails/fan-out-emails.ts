/**
 * Queues the e-mails of each stored submission. This runs in the function of the webhooks' fan-out, and so shares what
 * keeps that from losing records: the retries, the bucket of failed records, the sweeper, the alarm on lateness. A
 * function of its own would need each of them again, and would be the third of a stream that serves two well.
 */
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { emailRecipientStore } from './email-form-store.ts';
import { emailQueue } from './email-queue.ts';
import { requestEmails } from './email-job.ts';
import { memoize } from '../core/memoize.ts';
import { readEnvironment, readIfGiven } from '../environment.ts';
import type { StreamedSubmission } from '../submissions/submission-stream.ts';

type Deps = Parameters<typeof requestEmails>[1];

/** Makes the handler of the accepted submissions of one batch, which reads each form once. */
export function fanOutEmails({ queue, ...deps }: Deps) {
  const findForm = memoize((accountId: string, formId: string) => deps.findForm(accountId, formId));
  return (accepted: StreamedSubmission): Promise<void> => requestEmails(accepted, { findForm, queue });
}

/** Out of this function's environment; undefined where the stage has no mail sender. */
export function emailRequestDeps(): Deps | undefined {
  const queueUrl = readIfGiven('EMAILS_QUEUE_URL');
  if (queueUrl === undefined) return undefined;
  const { FORMS_TABLE } = readEnvironment('FORMS_TABLE');
  return {
    findForm: emailRecipientStore(documentClient(), FORMS_TABLE).find,
    queue: emailQueue(queueUrl).add,
  };
}
