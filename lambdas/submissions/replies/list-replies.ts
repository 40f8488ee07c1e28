/** `GET /v1/submissions/{id}/replies`: lists a submission's replies. */
import { managementHandler } from '../../auth/management-handler.ts';
import { ownedChild, type FormFinder } from '../../auth/ownership.ts';
import type { Clock } from '../../core/clock.ts';
import { decodeCursor, encodeCursor } from '../../core/web/pagination.ts';
import { formReader } from '../../forms/form-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { submissionEmailStore } from '../email-log/email-log-store.ts';
import { replyRecord } from '../email-log/email-record.ts';
import { submissionStore } from '../submission-store.ts';
import { listReplies as operation } from './reply-operations.ts';
import { replyStore } from './reply-store.ts';
import { toReplyView } from './reply.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly replies: Pick<ReturnType<typeof replyStore>, 'list'>;
  readonly emails: Pick<ReturnType<typeof submissionEmailStore>, 'find'>;
  readonly now: Clock;
}

/** Lists the replies to a submission, newest first, with the status of their e-mails. */
export function listReplies({ forms, submissions, replies, emails, now }: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child } = await ownedChild(forms, caller, path['id'], submissions.find);
    const { form_id, submission_id } = child;
    const list = `replies ${submission_id}`;
    const [after] = query.cursor ? decodeCursor(query.cursor, list, caller.cursor_key) : [];
    const [{ rows, next }, records] = await Promise.all([
      replies.list(form_id, submission_id, query.limit, after),
      emails.find(form_id, submission_id, now()),
    ]);
    const byKey = new Map(records.map((record) => [record.email_key, record]));
    return {
      status: 200,
      body: {
        data: rows.map((row) => toReplyView(row, byKey.get(replyRecord(child, row).email_key))),
        next_cursor: next === undefined ? null : encodeCursor([next], list, caller.cursor_key),
      },
    };
  };
}

export const handler = managementHandler(
  operation,
  ['EMAILS_TABLE', 'FORMS_TABLE', 'REPLIES_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    listReplies({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      replies: replyStore(db, environment.REPLIES_TABLE),
      emails: submissionEmailStore(db, environment.EMAILS_TABLE),
      now: Date.now,
    }),
);
