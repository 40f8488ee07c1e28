/** `PATCH /v1/submissions/{id}`: changes a submission. */
import { changeOwnedSubmission, type SubmissionChangeDeps } from './change-owned-submission.ts';
import { assertScope } from '../auth/authenticate.ts';
import { actorOf, readerOf } from '../core/caller.ts';
import { assertIfMatch } from '../core/web/resource-tag.ts';
import { checkedPatch, type HandlingDeps } from './handling/checked-change.ts';
import { handlingDeps, nameReader } from './handling/handling-deps.ts';
import type { NameReader } from './handling/names.ts';
import { submissionChangeDeps } from './submission-deps.ts';
import { submissionTag } from './submission-tag.ts';
import { asReadBy, marksAsReadOnly, toSubmissionView } from './submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { updateSubmission as operation } from './submission-operations.ts';

interface Deps extends SubmissionChangeDeps, HandlingDeps {
  readonly names: NameReader;
  readonly baseUrl: string;
}

/** Changes a submission. Applies all fields in the body or none of them. */
export function updateSubmission({ names, baseUrl, ...deps }: Deps) {
  return async ({
    event,
    path,
    body,
    caller,
    audit,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    if (!marksAsReadOnly(body)) assertScope(caller, 'write');
    const reader = readerOf(caller);
    const change = await checkedPatch(caller.account_id, body, deps);
    const stored = await changeOwnedSubmission(
      { ...caller, actor: actorOf(caller), reader },
      path['id'],
      change,
      // Don't add an audit log row if the submission is only marked as read, because opening a submission
      // marks it as read.
      { ...deps, ...(!marksAsReadOnly(body) && { rowOf: audit.rowOf }) },
      ({ version }) => assertIfMatch(event.headers, version),
    );
    const after = asReadBy(stored, reader);
    const now = deps.config.now();
    const view = toSubmissionView(after, { baseUrl, now }, await names.namesOf(caller.account_id, [after]));
    return { status: 200, headers: { etag: submissionTag(after, view, now) }, body: view };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'BASE_URL', 'MEMBERS_TABLE'],
  (db, environment) =>
    updateSubmission({
      ...submissionChangeDeps(db),
      ...handlingDeps(db, environment),
      names: nameReader(db, environment),
      baseUrl: environment.BASE_URL,
    }),
);
