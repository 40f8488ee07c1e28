/** Writes exported records to a service. Never changes existing data, so every write is safe to repeat. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { accountWebhookMarkStore } from '../../lambdas/accounts/account-webhook-mark-store.ts';
import { isLastingAdminKey } from '../../lambdas/auth/keys/api-key.ts';
import { conditionHolds, firstConditionHolds, transact } from '../../lambdas/aws/dynamodb.ts';
import { epochSeconds } from '../../lambdas/core/clock.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { attachmentKey } from '../../lambdas/files/object-keys.ts';
import { newSummaryJob } from '../../lambdas/forms/jobs/form-job.ts';
import { formWriter } from '../../lambdas/forms/form-store.ts';
import { slugWithEnding } from '../../lambdas/forms/slug.ts';
import { webhookMarkStore } from '../../lambdas/forms/webhook-mark-store.ts';
import { emailIdentityKey } from '../../lambdas/people/identity.ts';
import { invitationOf } from '../../lambdas/people/members/invitation.ts';
import { isActive, type Member } from '../../lambdas/auth/member.ts';
import { needsSolution } from '../../lambdas/spam/challenge-settings.ts';
import { toSubmissionItem } from '../../lambdas/submissions/submission.ts';
import { isFinal } from '../../lambdas/webhooks/delivery/delivery.ts';
import { newKeyPair } from '../../lambdas/webhooks/signing/key-pair.ts';
import { newWebhookSecret, type SigningWebhook } from '../../lambdas/webhooks/webhook.ts';
import { TransferRefused } from '../operator-errors.ts';
import type { RecordKind } from './export-format.ts';
import type { ExportPlace } from './export-place.ts';
import type { ImportedRecord } from './imported-records.ts';
import { checkedFile, filesOf, type CheckedExport } from './read-export.ts';
import type { storedFiles } from './stored-files.ts';
import type { TransferConnection } from './transfer-connection.ts';

/** Results of an import, and tasks that the account's owner has to complete. */
export interface ImportCounts {
  written: number;
  /** Number of records that already existed and were not changed. */
  present: number;
  /**
   * Number of records that were skipped because they have expired, or were unfinished when they were
   * exported.
   */
  leftOut: number;
  files: number;
  missingFiles: number;
  disabledWebhooks: number;
  lostChallenges: number;
  /** `old → new`. */
  newSlugs: string[];
}

export interface WriterDeps {
  readonly service: Pick<TransferConnection, 'db' | 'tables'>;
  readonly files: Pick<ReturnType<typeof storedFiles>, 'exists' | 'put'>;
  readonly place: ExportPlace;
  readonly random: RandomBytes;
}

export interface WriterConfig {
  /** Time of the import, in milliseconds since the epoch. */
  readonly now: number;
  readonly importedAt: string;
  /** Whether to import keys and members, which is only done if the import created the account. */
  readonly withAccess: boolean;
  /** Whether to give a form another slug if its slug is taken. */
  readonly newSlugs: boolean;
}

type Item = Readonly<Record<string, unknown>>;
type Write<Kind extends RecordKind> = (record: ImportedRecord<Kind>) => Promise<void>;

export function importWriter(from: CheckedExport, deps: WriterDeps, config: WriterConfig) {
  const { service, files, place, random } = deps;
  const { db, tables } = service;
  const { now, importedAt, withAccess } = config;
  const accountId = from.manifest.account_id;
  const counts: ImportCounts = {
    written: 0,
    present: 0,
    leftOut: 0,
    files: 0,
    missingFiles: 0,
    disabledWebhooks: 0,
    lostChallenges: 0,
    newSlugs: [],
  };
  const text = (bytes: number): string => Buffer.from(random(bytes)).toString('base64url');
  const hasExpired = (expiresAt: number | undefined): boolean =>
    expiresAt !== undefined && expiresAt <= epochSeconds(now);

  const putIfAbsent = (TableName: string, key: string, Item: Item): Promise<boolean> =>
    conditionHolds(
      db.send(
        new PutCommand({
          TableName,
          Item: definedMembers(Item),
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': key },
        }),
      ),
    );
  async function add(table: string, key: string, item: Item): Promise<boolean> {
    const isNew = await putIfAbsent(table, key, item);
    counts[isNew ? 'written' : 'present'] += 1;
    return isNew;
  }

  async function storedAccount(): Promise<Item | undefined> {
    const Key = { account_id: accountId };
    const { Item } = await db.send(new GetCommand({ TableName: tables.accounts, Key, ConsistentRead: true }));
    return Item;
  }
  // These functions remove the attribute that marks an existing account or form as having no webhooks. The
  // import itself creates accounts and forms without this attribute.
  async function unmarkAccount(): Promise<void> {
    if ((await storedAccount())?.['no_account_webhooks'] !== true) return;
    await accountWebhookMarkStore(db, tables, () => now).remove(accountId);
  }
  async function unmarkForm(form_id: string): Promise<void> {
    const removal = await webhookMarkStore(db, tables).removal({ account_id: accountId, form_id });
    if (!removal || (await firstConditionHolds(transact(db, { TransactItems: removal })))) return;
    throw new TransferRefused(`The form ${form_id} was changed at the same time. Run the import again.`);
  }
  const cursorKey = async (): Promise<string> => String((await storedAccount())?.['cursor_key']);
  let keyOfAccount: Promise<string> | undefined;

  const writes: { readonly [Kind in RecordKind]: Write<Kind> } = {
    // Skip the account, because it was imported before all other records.
    account: () => Promise.resolve(),
    secrets: () => Promise.resolve(),

    async keys(key) {
      if (!withAccess) return void (counts.leftOut += 1);
      keyOfAccount ??= cursorKey();
      const { key_hash, key_id } = key;
      if (!(await add(tables.apiKeys, 'key_hash', { ...key, cursor_key: await keyOfAccount }))) {
        const { Item } = await db.send(new GetCommand({ TableName: tables.apiKeys, Key: { key_hash } }));
        if (Item?.['account_id'] !== accountId)
          throw new TransferRefused(`The key ${key_id} already belongs to another account.`);
      }
      await putIfAbsent(tables.accountKeys, 'key_id', { account_id: accountId, key_id, key_hash });
    },

    async members(member) {
      if (!withAccess) return void (counts.leftOut += 1);
      const { member_id, email, identity_key } = member;
      const identity = { account_id: accountId, member_id };
      await putIfAbsent(tables.identities, 'identity_key', {
        ...identity,
        identity_key: emailIdentityKey(email),
      });
      if (identity_key !== undefined)
        await putIfAbsent(tables.identities, 'identity_key', { ...identity, identity_key });
      if (isInvited(member, now)) await putIfAbsent(tables.invitations, 'email_key', invitationOf(member));
      await add(tables.members, 'member_id', member);
    },

    async recipients(recipient) {
      const isOfAccount = recipient.owner_id === accountId;
      const link_key = from.secretsOf('recipients', recipient)['link_key'] ?? text(32);
      await add(tables.recipients, 'recipient_id', { ...recipient, ...(isOfAccount && { link_key }) });
    },

    async forms(record) {
      const Key = { account_id: accountId, form_id: record.form_id };
      const { Item } = await db.send(new GetCommand({ TableName: tables.forms, Key, ConsistentRead: true }));
      if (Item) return void (counts.present += 1);
      const { challenge_secret = null, address_salt = text(18) } = from.secretsOf('forms', record) as {
        challenge_secret?: string;
        address_salt?: string;
      };
      const losesChallenge = record.challenge.enabled && !needsSolution(record) && challenge_secret === null;
      const form = {
        ...record,
        challenge: { ...record.challenge, enabled: record.challenge.enabled && !losesChallenge },
        challenge_secret,
        address_salt,
      };
      const forms = formWriter(db, { forms: tables.forms, slugs: tables.formSlugs, jobs: tables.formJobs });
      const jobs = form.weekly_spam_summary ? [newSummaryJob(form, now)] : [];
      let slug = form.slug;
      let result = await forms.create(form, undefined, jobs);
      while (result === 'slug-taken') {
        if (!config.newSlugs)
          throw new TransferRefused(`The slug "${slug}" was taken in the meantime. Run the import again.`);
        slug = slugWithEnding(form.slug, random);
        result = await forms.create({ ...form, slug }, undefined, jobs);
      }
      if (slug !== form.slug) counts.newSlugs.push(`${form.slug} → ${slug}`);
      counts.lostChallenges += Number(losesChallenge);
      counts.written += 1;
    },

    async webhooks(webhook) {
      if (webhook.owner_id === accountId) await unmarkAccount();
      else await unmarkForm(webhook.owner_id);
      const secrets = from.secretsOf('webhooks', webhook);
      const { header_names, disabled_reason, ...rest } = webhook;
      // If the secret was not exported, the webhook gets a new one and is disabled. It stays disabled until
      // the owner enables it, because endpoints that verify signatures would reject its deliveries.
      const item =
        secrets['secret'] === undefined
          ? {
              ...rest,
              enabled: false,
              secret: newWebhookSecret(random),
              ...(rest.signing === 'hmac+ed25519' && newKeyPair(random)),
            }
          : { ...rest, header_names, disabled_reason, ...secrets, ...restartedProbes(rest) };
      const isNew = await add(tables.webhooks, 'webhook_id', item);
      if (isNew && webhook.enabled && !item.enabled) counts.disabledWebhooks += 1;
    },

    async counters(counter) {
      const item =
        'counts' in counter ? { ...counter, counts: Buffer.from(counter.counts.base64, 'base64') } : counter;
      if (!('counts' in counter) && hasExpired(counter.expires_at)) return void (counts.leftOut += 1);
      await add(tables.counters, 'counter', item);
    },

    async submissions(record) {
      const { submission } = record;
      if (hasExpired(submission.expires_at)) return void (counts.leftOut += 1);
      // Write files first, so that every stored submission has its files (docs/invariants.md).
      for (const file of filesOf(record)) {
        const key = attachmentKey(submission, file.file_id);
        if (await files.exists(key)) continue;
        const type = submission.attachments.find(({ file_id }) => file_id === file.file_id)?.content_type;
        await files.put(key, await checkedFile(place, record, file), type ?? 'application/octet-stream');
        counts.files += 1;
      }
      counts.missingFiles += record.files.filter((file) => 'missing' in file).length;
      const item = toSubmissionItem({ ...submission, imported_at: importedAt });
      await add(tables.submissions, 'submission_id', item);
    },

    async deliveries({ overdue_shard: _, check_at: __, ...delivery }) {
      // Skip unfinished deliveries, because the original service continues them.
      if (!isFinal(delivery) || hasExpired(delivery.expires_at)) return void (counts.leftOut += 1);
      await add(tables.deliveries, 'delivery_id', { ...delivery, in_flight: [] });
    },

    async emails(email) {
      if (hasExpired(email.expires_at)) return void (counts.leftOut += 1);
      await add(tables.emails, 'email_key', email);
    },

    async replies(reply) {
      await add(tables.replies, 'reply_key', reply);
    },

    async 'audit-events'(event) {
      if (hasExpired(event.expires_at)) return void (counts.leftOut += 1);
      await add(tables.auditEvents, 'event_id', event);
    },
  };

  return {
    counts,

    /**
     * Creates the account, suspended from the given time. Its key and owner counts are calculated from the
     * export.
     */
    async createAccount(suspendedAt: string): Promise<void> {
      const { keys, members, account } = from;
      const owners = members.filter(({ role }) => role === 'owner');
      const lasting = keys.filter((key) => key.revoked_at === undefined && isLastingAdminKey(key)).length;
      await putIfAbsent(tables.accounts, 'account_id', {
        ...account,
        cursor_key: from.secretsOf('account', account)['cursor_key'] ?? text(24),
        suspended_at: suspendedAt,
        live_management_keys: atLeastOne(lasting),
        active_owners: atLeastOne(owners.filter(isActive).length),
        invited_owners: atLeastOne(owners.filter((owner) => !isActive(owner)).length),
      });
    },

    write: <Kind extends RecordKind>(kind: Kind, record: ImportedRecord<Kind>): Promise<void> =>
      (writes[kind] as Write<Kind>)(record),
  };
}

const isInvited = (of: Member, now: number): boolean =>
  !isActive(of) && of.invited_until !== undefined && Date.parse(of.invited_until) > now;

const atLeastOne = (count: number): number | undefined => (count > 0 ? count : undefined);

function definedMembers(item: Item): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}

/**
 * Returns the attribute that restarts a failing webhook's probes at its next failed delivery. The retry
 * execution that was waiting for the next probe isn't imported.
 */
const restartedProbes = ({
  enabled,
  auto_recover,
  failing_since,
}: Partial<SigningWebhook>): Partial<SigningWebhook> =>
  enabled === true && auto_recover === true && failing_since !== undefined
    ? { probe_due: failing_since }
    : {};
