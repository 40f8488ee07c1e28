/**
 * `GET /v1/submissions/{id}/files/{file_id}`: redirects callers with an API key or a signed link to a
 * short-lived URL for the file.
 */
import { accountStatusStore, type AccountStatus } from '../accounts/account-status-store.ts';
import { downloadLinks, type SignDownload } from '../files/download-link.ts';
import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { formReader } from '../forms/form-store.ts';
import { principalsOf } from '../auth/auth-deps.ts';
import { s3Client } from '../aws/clients/s3-client.ts';
import { submissionStore } from './submission-store.ts';
import { assertLinkValid, type LinkQuery } from '../files/attachment.ts';
import type { Clock } from '../core/clock.ts';
import { NotFound, Unauthorized } from '../core/errors/errors.ts';
import { formIdOf } from '../core/ids.ts';
import { ownedChild, type FormFinder } from '../auth/ownership.ts';
import type { Submission } from './submission.ts';
import { message } from '../core/errors/message.ts';
import { readEnvironment } from '../environment.ts';
import { assertNotSuspended, authenticate } from '../auth/authenticate.ts';
import type { Caller } from '../core/caller.ts';
import { loggedPrincipals } from '../auth/logged-callers.ts';
import type { PrincipalStore } from '../auth/principal-store.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getFile as operation } from './submission-operations.ts';

interface Deps {
  readonly principals: PrincipalStore;
  readonly accounts: AccountStatus;
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'find'>;
  readonly sign: SignDownload;
  readonly now: Clock;
}

/** Redirects callers with a management API key or a signed link to the file in the bucket. */
export function getFile({ principals, accounts, forms, submissions, sign, now }: Deps) {
  const ofAccount = async (caller: Caller, id: string): Promise<Submission> =>
    (await ownedChild(forms, caller, id, submissions.find)).child;
  const ofLink = async (id: string, fileId: string, link: LinkQuery): Promise<Submission> => {
    if (link.signature === undefined) throw new Unauthorized(message('key-needed'));
    const formId = formIdOf(id);
    const found = formId === undefined ? undefined : await submissions.find(formId, id);
    assertLinkValid(found, fileId, link, now());
    await assertNotSuspended(found, accounts);
    return found;
  };

  return async ({
    event,
    path,
    query,
    runInBackground,
    logWith,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { id = '', file_id: fileId = '' } = path;
    const { authorization } = event.headers;
    const caller =
      authorization &&
      (await authenticate(authorization, operation.scope, loggedPrincipals(principals, logWith)));
    if (caller) {
      runInBackground(principals.touchLastUsed(caller));
      await assertNotSuspended(caller, accounts);
    }
    const submission = caller ? await ofAccount(caller, id) : await ofLink(id, fileId, query);
    logWith({ account_id: submission.account_id });
    const file = submission.attachments.find(({ file_id }) => file_id === fileId);
    if (!file) throw new NotFound(message('no-such-thing', { id: fileId }));
    return {
      status: 302,
      headers: {
        location: await sign(submission, file, event.requestContext.http.method),
        'referrer-policy': 'no-referrer',
      },
    };
  };
}

const environment = readEnvironment(
  'ACCOUNTS_TABLE',
  'ATTACHMENTS_BUCKET',
  'BASE_URL',
  'FORMS_TABLE',
  'SUBMISSIONS_TABLE',
);
const db = documentClient();

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  getFile({
    principals: principalsOf(db),
    accounts: accountStatusStore(db, environment.ACCOUNTS_TABLE),
    forms: formReader(db, environment.FORMS_TABLE),
    submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
    sign: downloadLinks(s3Client(), environment.ATTACHMENTS_BUCKET),
    now: Date.now,
  }),
);
