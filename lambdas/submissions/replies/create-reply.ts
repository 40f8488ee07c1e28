/** `POST /v1/submissions/{id}/replies`: sends a reply to the submitter. */
import { managementHandler } from '../../auth/management-handler.ts';
import { ownedChild, type FormFinder } from '../../auth/ownership.ts';
import { addEmail } from '../../aws/email-queue.ts';
import { SECOND, type Clock } from '../../core/clock.ts';
import { NotFound, RateLimited, RepliesDisabled, ValidationFailed } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import { readIfGiven } from '../../environment.ts';
import { formReader } from '../../forms/form-store.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';
import { recipientStatusStore } from '../../forms/recipients/recipient-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { submissionEmailStore } from '../email-log/email-log-store.ts';
import { replyRecord } from '../email-log/email-record.ts';
import type { Submission } from '../submission.ts';
import { submissionStore } from '../submission-store.ts';
import { autoresponseAddress } from '../submitter-address.ts';
import { REPLY_DELAY_SECONDS, type ReplyJob } from './reply-job.ts';
import { answersTo, type StatusesOf } from './reply-addresses.ts';
import { createReply as operation } from './reply-operations.ts';
import { replyOnce, type ReplyOnce } from './reply-once.ts';
import { replyStore, replyWriter } from './reply-store.ts';
import { authorOf, newReply, replyLimit, toReplyView } from './reply.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly replies: Pick<ReturnType<typeof replyStore>, 'find'> & ReturnType<typeof replyWriter>;
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'find'>;
  readonly statusesOf: StatusesOf;
  readonly queue: (job: ReplyJob, delaySeconds: number) => Promise<void>;
  readonly emailEnabled: boolean;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Queues and stores a reply. A repeated request with the same idempotency key returns the first reply. */
export function createReply({
  forms,
  submissions,
  replies,
  emails,
  statusesOf,
  queue,
  emailEnabled,
  now,
  random,
}: Deps) {
  /** Returns the response to the first request with this idempotency key, if there was one. */
  async function repeated(of: Submission, once: ReplyOnce): Promise<HttpResponse | undefined> {
    const { form_id, submission_id } = of;
    const replyId = await replies.findRepeated(once, now());
    const found = replyId === undefined ? undefined : await replies.find(form_id, submission_id, replyId);
    if (!found) return undefined;
    const { email_key } = replyRecord(of, found);
    const records = await emails.find(form_id, submission_id, now());
    return {
      status: 202,
      body: toReplyView(
        found,
        records.find((each) => each.email_key === email_key),
      ),
    };
  }

  return async ({
    event,
    path,
    body,
    caller,
    audit,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form, child } = await ownedChild(forms, caller, path['id'], submissions.find);
    const header = event.headers['idempotency-key'] ?? '';
    const once = header === '' ? undefined : replyOnce(child, authorOf(caller), header);
    const first = once && (await repeated(child, once));
    if (first) return first;

    const to = addresseeOf(child, form, emailEnabled);
    const at = now();
    const reply = newReply(child, body, {
      caller,
      formName: form.name,
      to,
      replyTo: await answersTo(form, caller, statusesOf),
      now: at,
      random,
    });
    const { form_id, submission_id } = child;
    const { reply_id } = reply;
    await queue({ kind: 'reply', form_id, submission_id, reply_id, queued_at: at }, REPLY_DELAY_SECONDS);
    const limit = replyLimit(caller, at);
    const result = await replies.add(reply, {
      email: replyRecord(child, reply),
      limit,
      once,
      audit: audit.rowOf(submission_id),
      now: at,
    });
    switch (result) {
      case 'stored':
        return { status: 202, body: toReplyView(reply, undefined) };
      case 'gone':
        throw new NotFound(message('no-such-thing', { id: submission_id }));
      case 'repeated': {
        const winner = once && (await repeated(child, once));
        if (winner) return winner;
        throw new NotFound(message('no-such-thing', { id: submission_id }));
      }
      case 'limit':
        throw new RateLimited(
          `You can send at most ${limit.limit} replies per day. Try again tomorrow (UTC).`,
          Math.max(1, Math.ceil((limit.endsAt - at) / SECOND)),
        );
    }
  };
}

/**
 * Returns the submitter's address.
 * @throws RepliesDisabled if the form or the stage doesn't send replies
 * @throws ValidationFailed if the submission has no address
 */
function addresseeOf(
  submission: Submission,
  { replies }: Pick<FormWithoutSecrets, 'replies'>,
  emailEnabled: boolean,
): string {
  if (!emailEnabled)
    throw new RepliesDisabled('This service was deployed without a mail sender, so it can’t send replies.');
  if (!replies.enabled) throw new RepliesDisabled('Replies are turned off in the settings of this form.');
  const to = autoresponseAddress(submission);
  if (to === undefined)
    throw new ValidationFailed([
      { path: '', message: "You can't reply to this submission because it contains no e-mail address." },
    ]);
  return to;
}

export const handler = managementHandler(
  operation,
  [
    'ACCOUNTS_TABLE',
    'COUNTERS_TABLE',
    'EMAIL_ENABLED',
    'EMAILS_TABLE',
    'FORMS_TABLE',
    'IDEMPOTENCY_TABLE',
    'RECIPIENTS_TABLE',
    'REPLIES_TABLE',
    'SUBMISSIONS_TABLE',
  ],
  (db, environment) =>
    createReply({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      replies: {
        ...replyStore(db, environment.REPLIES_TABLE),
        ...replyWriter(db, {
          counters: environment.COUNTERS_TABLE,
          emails: environment.EMAILS_TABLE,
          idempotency: environment.IDEMPOTENCY_TABLE,
          replies: environment.REPLIES_TABLE,
          submissions: environment.SUBMISSIONS_TABLE,
        }),
      },
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      queue: addEmail(readIfGiven('EMAILS_QUEUE_URL')),
      emailEnabled: environment.EMAIL_ENABLED,
      now: Date.now,
      random: systemRandom,
    }),
);
