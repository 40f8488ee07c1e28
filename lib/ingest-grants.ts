/** What functions may use that receive posts to forms. */
import { limitedAccount } from '../lambdas/accounts/account.ts';
import { allOf, variable, type Grant } from './service-function.ts';
import type { StageSettings } from './stage-settings.ts';
import type { Storage } from './storage.ts';

export function ingestGrants(
  storage: Storage,
  settings: StageSettings,
): { readonly preflight: Grant; readonly ingest: Grant } {
  /** Everything that is checked before the body of a post to a form is read. */
  const preflight = allOf(
    storage.accounts.grantReadAttributes(limitedAccount.keyof().options, 'GetItem'),
    storage.apiKeys.grant('BatchGetItem', 'GetItem'),
    storage.accessTokens.grant('BatchGetItem'),
    storage.apiKeys.grantUpdateAttributes('last_used_at'),
    storage.grantReadConnection,
    storage.counters.grant('BatchGetItem', 'GetItem', 'UpdateItem'),
    variable('PLANS', JSON.stringify(settings.plans)),
  );

  /** Everything that ingesting a post needs. */
  const ingest = allOf(
    preflight,
    storage.formSlugs.grant('GetItem'),
    storage.idempotency.grant('BatchGetItem', 'GetItem', 'PutItem'),
    storage.submissions.grant('GetItem', 'PutItem'),
    storage.uploads.grant('DeleteItem', 'GetItem', 'PutItem'),
    storage.grantAttachments('DeleteObject', 'PutObject'),
    storage.grantUploads('GetObject'),
    variable('SPAM_RETENTION_DAYS', String(settings.spamRetentionDays)),
    variable('QUOTA_SHARE_OF_ONE_ADDRESS', String(settings.quotaShareOfOneAddress)),
    variable('TURNSTILE_VERIFY_URL', settings.turnstileVerifyUrl),
  );

  return { preflight, ingest };
}
