/**
 * Handles records from the Submissions stream. Accepted submissions trigger webhooks, e-mails and an event,
 * and changes trigger webhooks and an event. For deleted submissions, the remaining data is deleted. The
 * sweeper uses the same code for records that the fan-out could not handle.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { timeOfChange } from '../aws/event-sources/stream-change.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { memoize } from '../core/memoize.ts';
import { settleAll } from '../core/settle-all.ts';
import { readEnvironment } from '../environment.ts';
import { stageSubmissionEvents } from '../event-bus/submission-events-queue.ts';
import type { SubmissionNews } from '../event-bus/submission-news.ts';
import { emailRequestDeps, fanOutEmails } from './fan-out-emails.ts';
import { fanOut, tellChange } from './create-deliveries.ts';
import { fanOutDeps } from './fan-out-deps.ts';
import { requestTraceDeletion } from './request-trace-deletion.ts';
import { deletedSubmissionQueue } from '../submissions/deleted-submission-queue.ts';
import { changeFacts } from '../submissions/events/submission-change.ts';
import type { SubmissionChange } from '../submissions/submission-stream.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

interface Followers {
  toWebhooks(change: AcceptedChange): Promise<void>;
  /** Notifies webhooks of a change that isn't a release from spam. */
  toChangeListeners: ReturnType<typeof tellChange>;
  /** Undefined if the stage has no mail sender. */
  readonly toEmails: ReturnType<typeof fanOutEmails> | undefined;
  /** Undefined if the stage has no event bus. */
  readonly toEventBus: ((news: SubmissionNews) => Promise<void>) | undefined;
  deleteTraces(of: RemovedChange): Promise<void>;
  readonly now?: Clock;
}
type AcceptedChange = Exclude<SubmissionChange, { event: 'REMOVE' }>;
type RemovedChange = Extract<SubmissionChange, { event: 'REMOVE' }>;

/** Returns a handler for records of submissions that were accepted, changed or deleted. */
export function submissionChangeHandler({
  toWebhooks,
  toChangeListeners,
  toEmails,
  toEventBus,
  deleteTraces,
  now = Date.now,
}: Followers) {
  return async (change: SubmissionChange): Promise<void> => {
    if (change.event === 'REMOVE') return deleteTraces(change);
    const { before, after } = change;
    const { form_id, submission_id, version } = after;
    if (before && !isRelease(before, after)) {
      const facts = changeFacts(before, after);
      if (!facts || version === undefined) return;
      const at = timestamp(timeOfChange(change, now()));
      await settleAll([
        toChangeListeners({ ...after, version, facts }),
        ...(toEventBus ? [toEventBus({ form_id, submission_id, change: { ...facts, version, at } })] : []),
      ]);
      return;
    }
    const isNew = change.event === 'INSERT';
    // Skip imported submissions, because the service that they were imported from has already sent
    // notifications.
    if (isNew && after.imported_at !== undefined) return;
    // Ignore `nobody_to_tell` if the submission was released, because webhooks or recipients might have been
    // added since this attribute was set.
    const hasNoRecipients = isNew && after.nobody_to_tell === true;
    await settleAll([
      ...(hasNoRecipients ? [] : [toWebhooks(change)]),
      ...(hasNoRecipients || !toEmails ? [] : [toEmails(after, { isNew })]),
      ...(toEventBus && isNews(change) ? [toEventBus({ form_id, submission_id })] : []),
    ]);
  };
}

const isRelease = (before: AcceptedChange['after'], after: AcceptedChange['after']): boolean =>
  before.status === 'spam' && after.status === 'received';

/**
 * Returns true if the event bus hasn't announced the accepted submission yet. A submission that already
 * counted towards the quota was announced when it was first accepted, unless its event is still due.
 */
const isNews = ({ before }: AcceptedChange): boolean =>
  before?.counted !== true || before.created_event_due === true;

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

/** Logs each accepted submission with a successful fan-out. The stream's handler logs failures. */
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
