/**
 * Defines the grants for receiving form submissions, shared by the API's function and the streaming function.
 */
import { limitedAccount } from '../../lambdas/accounts/account.ts';
import { allOf, variable, type Grant } from '../aws/service-function.ts';
import { shared } from '../aws/shared-policy.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from '../storage/storage.ts';

export interface PostGrants {
  /** Lets a function run the checks that don't need the request body. */
  readonly preflight: Grant;
  /** Lets a function receive and store a form submission, including the preflight checks. */
  readonly ingest: Grant;
}

export function postGrants(storage: Storage, settings: StageSettings): PostGrants {
  const preflight = allOf(
    storage.accounts.grantReadAttributes(limitedAccount.keyof().options, 'GetItem'),
    storage.apiKeys.grant('BatchGetItem', 'GetItem'),
    storage.accessTokens.grant('BatchGetItem'),
    storage.apiKeys.grantUpdateAttributes('last_used_at'),
    storage.grantReadConnection,
    storage.counters.grant('BatchGetItem', 'GetItem', 'UpdateItem'),
    variable('PLANS', JSON.stringify(settings.plans)),
  );
  const ingest = shared(
    storage,
    'Ingest',
    preflight,
    storage.formSlugs.grant('GetItem'),
    storage.idempotency.grant('BatchGetItem', 'GetItem', 'PutItem'),
    // Lets the function check whether a submission exists, but not read its contents, even when it overwrites
    // the submission.
    storage.submissions.grantReadAttributes(['form_id', 'submission_id'], 'GetItem'),
    storage.submissions.grantWriteWithoutReturn('PutItem'),
    storage.uploads.grant('DeleteItem', 'GetItem', 'PutItem'),
    // Lets the function delete a submission's files if the submission could not be stored. The bucket keeps
    // the deleted versions.
    storage.grantAttachments('DeleteObject', 'PutObject'),
    storage.grantUploads('GetObject'),
    storage.filesOrigin,
    variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays)),
    variable('QUOTA_SHARE_OF_ONE_ADDRESS', String(settings.quotaShareOfOneAddress)),
    variable('TURNSTILE_VERIFY_URL', settings.turnstileVerifyUrl),
  );
  return { preflight, ingest };
}
