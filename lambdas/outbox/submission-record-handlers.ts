/**
 * Handles records from the stream of submissions. Accepted submissions trigger webhooks, e-mails and an
 * event. For deleted submissions, the remaining data is deleted. The sweeper uses the same code for records
 * that the fan-out could not handle.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { CANARY_FORM } from '../core/canary-ids.ts';
import { memoize } from '../core/memoize.ts';
import { settleAll } from '../core/settle-all.ts';
import { readEnvironment } from '../environment.ts';
import { stageSubmissionEvents } from '../event-bus/submission-events-queue.ts';
import { emailRequestDeps, fanOutEmails } from './fan-out-emails.ts';
import { fanOut, tellChange } from './create-deliveries.ts';
import { fanOutDeps } from './fan-out-deps.ts';
import { requestTraceDeletion } from './request-trace-deletion.ts';
import { deletedSubmissionQueue } from '../submissions/deleted-submission-queue.ts';
import type { SubmissionChange } from '../submissions/submission-stream.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

interface Followers {
  toWebhooks(change: AcceptedChange): Promise<void>;
  /** Tells webhooks about a change that isn't a release from spam. */
  toChangeListeners(before: AcceptedChange['after'], after: AcceptedChange['after']): Promise<void>;
  /** Undefined if the stage has no mail sender. */
  readonly toEmails: ReturnType<typeof fanOutEmails> | undefined;
  /** Undefined if the stage has no event bus. */
  readonly toEventBus: ((of: AcceptedChange['after']) => Promise<void>) | undefined;
  deleteTraces(of: RemovedChange['before']): Promise<void>;
}
type AcceptedChange = Exclude<SubmissionChange, { event: 'REMOVE' }>;
type RemovedChange = Extract<SubmissionChange, { event: 'REMOVE' }>;

/** Returns a handler for records of submissions that were accepted or deleted. */
export function submissionChangeHandler({
  toWebhooks,
  toChangeListeners,
  toEmails,
  toEventBus,
  deleteTraces,
}: Followers) {
  return async (change: SubmissionChange): Promise<void> => {
    if (change.event === 'REMOVE') return deleteTraces(change.before);
    const { before, after } = change;
    if (before && !isRelease(before, after)) return toChangeListeners(before, after);
    const isNew = change.event === 'INSERT';
    // Skip imported submissions, because the service that they were imported from has already sent
    // notifications.
    if (isNew && after.imported_at !== undefined) return;
    // Ignore the mark of a released submission, because webhooks or recipients might have been added since it
    // was set.
    const hasNoRecipients = isNew && after.nobody_to_tell === true;
    await settleAll([
      ...(hasNoRecipients ? [] : [toWebhooks(change)]),
      ...(hasNoRecipients || !toEmails ? [] : [toEmails(after, { isNew })]),
      // The canary's submissions don't trigger events.
      ...(toEventBus && after.form_id !== CANARY_FORM ? [toEventBus(after)] : []),
    ]);
  };
}

const isRelease = (before: AcceptedChange['after'], after: AcceptedChange['after']): boolean =>
  before.status === 'spam' && after.status === 'received';

/**
 * Returns a factory that creates a handler for each batch. Each handler reads a form's webhooks and settings
 * only once.
 */
export function submissionChangeHandlers(): () => (change: SubmissionChange) => Promise<void> {
  const webhookDeps = fanOutDeps();
  const emailDeps = emailRequestDeps();
  const { DELETED_SUBMISSIONS_QUEUE_URL } = readEnvironment('DELETED_SUBMISSIONS_QUEUE_URL');
  const deleteTraces = requestTraceDeletion(deletedSubmissionQueue(DELETED_SUBMISSIONS_QUEUE_URL));
  const events = stageSubmissionEvents();
  return () => {
    const findForm = memoize(webhookDeps.findForm);
    return logged(
      submissionChangeHandler({
        toWebhooks: fanOut({ ...webhookDeps, findForm }),
        toChangeListeners: tellChange({ ...webhookDeps, findForm }),
        toEmails: emailDeps && fanOutEmails({ ...emailDeps, findForm }),
        toEventBus: events?.add,
        deleteTraces,
      }),
    );
  };
}

/** Logs each accepted submission whose fan-out succeeded. The stream's handler logs failures. */
function logged(handle: (change: SubmissionChange) => Promise<void>) {
  return async (change: SubmissionChange): Promise<void> => {
    const started = performance.now();
    await handle(change);
    if (change.event === 'REMOVE') return;
    const { form_id, submission_id } = change.after;
    const duration_ms = Math.round(performance.now() - started);
    logger.info('Submission fanned out', { form_id, submission_id, status: 'fanned-out', duration_ms });
  };
}
