/** Deletes an account and all its data for the operator. */
import { DeleteCommand, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { changeMarker } from '../lambdas/core/change-marker.ts';
import { removeAuditLog } from '../lambdas/audit/audit-log-store.ts';
import { deleteItems, deletePartition } from '../lambdas/aws/batch-delete.ts';
import { SECOND, type Clock } from '../lambdas/core/clock.ts';
import { accountIdOfConnection } from '../lambdas/core/ids.ts';
import { LATE_WRITES_SECONDS, newFormJob } from '../lambdas/forms/jobs/form-job.ts';
import { formChanger, formReader } from '../lambdas/forms/form-store.ts';
import type { RandomBytes } from '../lambdas/core/random.ts';
import { webhookStore } from '../lambdas/webhooks/webhook-store.ts';
import { emailIdentityKey } from '../lambdas/people/identity.ts';
import { memberStore } from '../lambdas/people/members/member-store.ts';
import { connectionStore } from '../lambdas/auth/connections/connection-store.ts';
import { sessionStore } from '../lambdas/auth/sessions/session-store.ts';
import { accountRegistry } from './account-registry.ts';
import type { ServiceConnection } from './service-connection.ts';
import { IMPORT_COUNTER } from './transfer/import-progress-store.ts';

export interface DeletionDeps {
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Reports progress to the operator, one line at a time. */
  readonly report: (line: string) => void;
}

/** Page size when reading forms. */
const PAGE = 25;
/** Prefixes of counter names that belong to an account. */
const COUNTERS = ['quota', 'minting', 'address', 'inviting', IMPORT_COUNTER] as const;

const keyReference = z.object({ key_id: z.string(), key_hash: z.string() });
const counterReference = z.object({ counter: z.string() });
const tokenReference = z.object({
  token_hash: z.string(),
  key_hash: z.string().optional(),
  connection_id: z.string().optional(),
});

/**
 * Returns a function that deletes an account. It suspends the account first and deletes the account's row
 * last. Each step is safe to repeat, so an interrupted deletion can be restarted.
 */
export function accountDeletion(service: ServiceConnection, { now, random, pause, report }: DeletionDeps) {
  const { db, tables } = service;
  const sessions = sessionStore(db, tables.sessions);
  const connections = connectionStore(db, tables.connections);
  const accounts = accountRegistry(service, now, random);
  const forms = {
    ...formReader(db, tables.forms),
    ...formChanger(db, { forms: tables.forms, slugs: tables.formSlugs, jobs: tables.formJobs }),
  };

  /** Deletes forms as the API does: the form and its slug immediately, everything else in a form job. */
  async function deleteForms(accountId: string): Promise<number> {
    let deleted = 0;
    for (;;) {
      const { rows } = await forms.list(accountId, PAGE, undefined);
      if (rows.length === 0) return deleted;
      for (const form of rows) {
        const job = newFormJob('deletion', form, now());
        // The form changed in the meantime, so the next read returns it again.
        if (!(await forms.remove(form, job))) continue;
        await service.startFormJob(job);
        deleted += 1;
        report(
          `Deleted form ${form.form_id}. Its submissions and files are being deleted in the background.`,
        );
      }
    }
  }

  async function keysOf(accountId: string): Promise<z.infer<typeof keyReference>[]> {
    const found: z.infer<typeof keyReference>[] = [];
    const pages = paginateQuery(
      { client: db },
      {
        TableName: tables.accountKeys,
        KeyConditionExpression: 'account_id = :account',
        ExpressionAttributeValues: { ':account': accountId },
        ConsistentRead: true,
      },
    );
    for await (const { Items } of pages) found.push(...keyReference.array().parse(Items ?? []));
    return found;
  }

  /**
   * Deletes the tokens of these keys. Scans the table, because tokens can't be listed by account. It is
   * small, because tokens are valid for an hour at most.
   */
  async function deleteTokens(accountId: string, keyHashes: ReadonlySet<string>): Promise<void> {
    const pages = paginateScan(
      { client: db },
      {
        TableName: tables.accessTokens,
        ProjectionExpression: 'token_hash, key_hash, connection_id',
        ConsistentRead: true,
      },
    );
    for await (const { Items } of pages) {
      const ours = tokenReference
        .array()
        .parse(Items ?? [])
        .filter(
          ({ key_hash = '', connection_id = '' }) =>
            keyHashes.has(key_hash) || accountIdOfConnection(connection_id) === accountId,
        );
      await deleteItems(
        db,
        tables.accessTokens,
        ours.map(({ token_hash }) => ({ token_hash })),
      );
    }
  }

  /** Deletes the keys. Their list is deleted last, because the hashes can't be found without it. */
  async function deleteKeys(accountId: string): Promise<number> {
    const keys = await keysOf(accountId);
    for (const { key_hash } of keys) await sessions.endAll({ account_id: accountId, key_hash });
    await deleteTokens(accountId, new Set(keys.map(({ key_hash }) => key_hash)));
    await deleteItems(
      db,
      tables.apiKeys,
      keys.map(({ key_hash }) => ({ key_hash })),
    );
    await deleteItems(
      db,
      tables.accountKeys,
      keys.map(({ key_id }) => ({ account_id: accountId, key_id })),
    );
    return keys.length;
  }

  /**
   * Deletes members and the rows that refer to them. The list of members is deleted last, because the other
   * rows can't be found without it.
   */
  async function deleteMembers(accountId: string): Promise<number> {
    const members = memberStore(db, tables.members);
    let deleted = 0;
    for (;;) {
      const { rows } = await members.list(accountId, PAGE);
      if (rows.length === 0) break;
      for (const { member_id } of rows) await sessions.endAll({ account_id: accountId, member_id });
      const identities = rows.flatMap(({ email, identity_key }) => [
        emailIdentityKey(email),
        ...(identity_key === undefined ? [] : [identity_key]),
      ]);
      await deleteItems(
        db,
        tables.identities,
        identities.map((identity_key) => ({ identity_key, account_id: accountId })),
      );
      await deleteItems(
        db,
        tables.members,
        rows.map(({ member_id }) => ({ account_id: accountId, member_id })),
      );
      deleted += rows.length;
    }
    await deleteOfAccount(tables.invitations, 'account_id', 'email_key', accountId);
    return deleted;
  }

  /** Deletes a table's partition for an account, or for one of its webhooks. */
  async function deleteOfAccount(table: string, name: string, sort: string, value: string): Promise<void> {
    await deletePartition(db, { table, partition: { name, value }, sort }, () => false);
  }

  /**
   * Deletes the account's counters for quotas, new keys, invitations and IP address shares. Scans the table,
   * because counters can't be listed by account.
   */
  async function deleteCounters(accountId: string): Promise<void> {
    const pages = paginateScan(
      { client: db },
      {
        TableName: tables.counters,
        ProjectionExpression: '#counter',
        FilterExpression: COUNTERS.map((_, index) => `begins_with(#counter, :prefix${index})`).join(' OR '),
        ExpressionAttributeNames: { '#counter': 'counter' },
        ExpressionAttributeValues: Object.fromEntries(
          COUNTERS.map((name, index) => [`:prefix${index}`, `${name}#${accountId}#`]),
        ),
        ConsistentRead: true,
      },
    );
    for await (const { Items } of pages) {
      await deleteItems(db, tables.counters, counterReference.array().parse(Items ?? []));
    }
  }

  /**
   * Deletes account-wide webhooks with their deliveries and recoveries. A form's webhooks are deleted with
   * the form.
   */
  async function deleteWebhooks(accountId: string): Promise<void> {
    for (const { webhook_id } of await webhookStore(db, tables.webhooks).list(accountId)) {
      await deleteOfAccount(tables.deliveries, 'webhook_id', 'delivery_id', webhook_id);
      await deleteOfAccount(tables.recoveries, 'webhook_id', 'recovery_id', webhook_id);
    }
    await deleteOfAccount(tables.webhooks, 'owner_id', 'webhook_id', accountId);
  }

  return {
    /**
     * Deletes the account, its forms with all their data, and its keys, tokens, members, sessions, apps,
     * connections, counters, webhooks, recipients and audit log.
     * @throws NoSuchAccount if the account doesn't exist or has already been deleted completely
     */
    async delete(accountId: string): Promise<{ forms: number; keys: number }> {
      const { suspended_at = '' } = await accounts.markDeleted(accountId);
      report(`Suspended ${accountId}. Deleting it now.`);
      // A request that was accepted before the suspension may still write data. After this wait, no more
      // writes can occur.
      const wait = Date.parse(suspended_at) + LATE_WRITES_SECONDS * SECOND - now();
      if (wait > 0) {
        report(`Waiting ${Math.ceil(wait / SECOND)} s for running requests to finish.`);
        await pause(wait);
      }
      const deletedForms = await deleteForms(accountId);
      const deletedKeys = await deleteKeys(accountId);
      report(`Deleted ${deletedKeys} keys and their access tokens.`);
      const deletedMembers = await deleteMembers(accountId);
      report(`Deleted ${deletedMembers} members and their sessions.`);
      await deleteOfAccount(tables.oauthClients, 'owner', 'client_id', accountId);
      await connections.removeAll(accountId);
      await deleteCounters(accountId);
      await deleteItems(db, tables.counters, [{ counter: changeMarker(accountId) }]);
      await deleteWebhooks(accountId);
      await deleteOfAccount(tables.recipients, 'owner_id', 'recipient_id', accountId);
      await removeAuditLog(db, tables.auditEvents, accountId, now());
      await db.send(new DeleteCommand({ TableName: tables.accounts, Key: { account_id: accountId } }));
      return { forms: deletedForms, keys: deletedKeys };
    },
  };
}
