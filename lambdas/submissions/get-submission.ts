/** `GET /v1/submissions/{id}`: returns a submission. */
import { formReader } from '../forms/form-store.ts';
import { submissionStore } from './submission-store.ts';
import { readerOf } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import { nameReader } from './handling/handling-deps.ts';
import type { NameReader } from './handling/names.ts';
import { submissionTag } from './submission-tag.ts';
import { asReadBy, toSubmissionView } from './submission.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getSubmission as operation } from './submission-operations.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly names: NameReader;
  readonly baseUrl: string;
  readonly now: Clock;
}

/** Returns a submission that belongs to the caller's account. */
export function getSubmission({ forms, submissions, names, baseUrl, now }: Deps) {
  return async ({ path, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { child: stored } = await ownedChild(forms, caller, path['id'], submissions.find);
    const child = asReadBy(stored, readerOf(caller));
    const at = now();
    const view = toSubmissionView(
      child,
      { baseUrl, now: at },
      await names.namesOf(caller.account_id, [child]),
    );
    return { status: 200, headers: { etag: submissionTag(child, view, at) }, body: view };
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'BASE_URL', 'FORMS_TABLE', 'MEMBERS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    getSubmission({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      names: nameReader(db, environment),
      baseUrl: environment.BASE_URL,
      now: Date.now,
    }),
);
