/** Lets the operator delete an account and all its data. */
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { removeAuditLog } from '../../lambdas/audit/audit-log-store.ts';
import { deleteItems, deletePartition } from '../../lambdas/aws/batch-delete.ts';
import { MINUTE, SECOND, type Clock } from '../../lambdas/core/clock.ts';
import { formJob, LATE_WRITES_SECONDS, newFormJob, type FormJob } from '../../lambdas/forms/jobs/form-job.ts';
import { formChanger, formReader } from '../../lambdas/forms/form-store.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { deletedWebhooksOf, webhookIdsOf } from '../../lambdas/webhooks/webhook-id-store.ts';
import { emailIdentityKey } from '../../lambdas/people/identity.ts';
import { memberStore } from '../../lambdas/people/members/member-store.ts';
import { connectionStore } from '../../lambdas/auth/connections/connection-store.ts';
import { sessionStore } from '../../lambdas/auth/sessions/session-store.ts';
import { accountRegistry } from './account-registry.ts';
import { deleteKeys } from './key-deletion.ts';
import type { ServiceConnection } from '../service-connection.ts';

export interface DeletionDeps {
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Reports progress to the operator, one line at a time. */
  readonly report: (line: string) => void;
}

/** Number of forms to read per page. */
const PAGE = 25;
/**
 * How often to check the form jobs and to look for table items that were written late, in milliseconds.
 */
const LOOK_AGAIN_MS = 5 * SECOND;
/** If a form job makes no progress for this long, its queue message is considered lost. In milliseconds. */
const JOB_LOST_MS = 3 * MINUTE;

const rowKey = z.record(z.string(), z.string());
/**
 * Returns a function that deletes an account. The function suspends the account first and deletes the
 * account's table item last. Each step is safe to repeat, so an interrupted deletion can be restarted.
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

  /**
   * Deletes the account's forms as the API does: each form and its slug immediately, and everything else in a
   * form job.
   * @returns the ids of the deleted forms
   */
  async function deleteForms(accountId: string): Promise<string[]> {
    const deleted: string[] = [];
    for (;;) {
      const { rows } = await forms.list(accountId, PAGE, undefined);
      if (rows.length === 0) return deleted;
      for (const form of rows) {
        const job = newFormJob('deletion', form, now());
        // Skip a form that wasn't removed because it was changed after it was read. The next query returns it
        // again.
        if (!(await forms.remove(form, job))) continue;
        await service.startFormJob(job);
        deleted.push(form.form_id);
        report(
          `Deleted form ${form.form_id}. Its submissions and files are being deleted in the background.`,
        );
      }
    }
  }

  /**
   * Deletes the account's members and the table items that refer to them. Deletes the list of members last,
   * because the other items can't be found without it.
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

  /** Deletes all of a table's items that are stored under the id of the account or one of its webhooks. */
  async function deleteOfAccount(table: string, name: string, sort: string, value: string): Promise<void> {
    await deletePartition(db, { table, partition: { name, value }, sort }, () => false);
  }

  /**
   * Returns the account's form jobs that are still deleting data. The table only contains unfinished jobs.
   */
  async function deletionJobs(accountId: string): Promise<FormJob[]> {
    const found: FormJob[] = [];
    const pages = paginateScan(
      { client: db },
      {
        TableName: tables.formJobs,
        FilterExpression: 'account_id = :account AND #kind = :deletion',
        ExpressionAttributeNames: { '#kind': 'kind' },
        ExpressionAttributeValues: { ':account': accountId, ':deletion': 'deletion' },
        ConsistentRead: true,
      },
    );
    for await (const { Items } of pages) found.push(...formJob.array().parse(Items ?? []));
    return found;
  }

  /**
   * Waits until the account's form jobs have deleted all data, and restarts jobs that have made no progress.
   * @returns the ids of the forms whose data was deleted
   */
  async function untilFormsAreEmpty(accountId: string): Promise<string[]> {
    const seen = new Set<string>();
    for (let jobs = await deletionJobs(accountId); jobs.length > 0; jobs = await deletionJobs(accountId)) {
      if (seen.size === 0) report("Waiting for the forms' data to be deleted. This takes a minute or more.");
      for (const job of jobs) {
        seen.add(job.form_id);
        if (now() - Date.parse(job.touched_at) > JOB_LOST_MS) await service.startFormJob(job);
      }
      await pause(LOOK_AGAIN_MS);
    }
    return [...seen];
  }

  /**
   * Deletes all items in a table whose key contains the id of the account or of one of its forms or webhooks.
   * Scans the table, because these items can't be listed by account.
   * @param owners ids of the account and its forms, without their prefixes
   * @returns the number of deleted items
   */
  async function deleteRowsOf(
    owners: readonly string[],
    table: string,
    keyNames: readonly string[],
  ): Promise<number> {
    const ours = new RegExp(`(?:acc|frm|wh|evs)_(?:${owners.join('|')})`);
    const pages = paginateScan(
      { client: db },
      {
        TableName: table,
        ProjectionExpression: keyNames.map((_, index) => `#${index}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(keyNames.map((name, index) => [`#${index}`, name])),
        ConsistentRead: true,
      },
    );
    let deleted = 0;
    for await (const { Items } of pages) {
      const keys = rowKey
        .array()
        .parse(Items ?? [])
        .filter((key) => Object.values(key).some((value) => ours.test(value)));
      await deleteItems(db, table, keys);
      deleted += keys.length;
    }
    return deleted;
  }

  /**
   * Deletes counters, deliveries, idempotency keys and send locks. Stream consumers may still write some of
   * these items for a short time, so this function repeats the deletion until none are left.
   */
  async function deleteLeftovers(ids: readonly string[]): Promise<void> {
    const owners = ids.map((id) => id.slice(id.indexOf('_') + 1));
    for (let isFirst = true; ; isFirst = false) {
      const deleted = [
        await deleteRowsOf(owners, tables.counters, ['counter']),
        await deleteRowsOf(owners, tables.deliveries, ['webhook_id', 'delivery_id']),
        await deleteRowsOf(owners, tables.idempotency, ['form_id', 'key_digest']),
      ];
      if (!isFirst && deleted.every((count) => count === 0)) return;
      await pause(LOOK_AGAIN_MS);
    }
  }

  /**
   * Deletes account-wide webhooks with their deliveries and recoveries. A form's webhooks are deleted with
   * the form.
   */
  async function deleteWebhooks(accountId: string): Promise<void> {
    for (const webhookId of await webhookIdsOf(db, tables.webhooks)(accountId)) {
      await deleteOfAccount(tables.deliveries, 'webhook_id', 'delivery_id', webhookId);
      await deleteOfAccount(tables.recoveries, 'webhook_id', 'recovery_id', webhookId);
    }
    for (const owner of [accountId, deletedWebhooksOf(accountId)])
      await deleteOfAccount(tables.webhooks, 'owner_id', 'webhook_id', owner);
  }

  return {
    /**
     * Deletes the account, its forms with all their data, and its keys, tokens, members, sessions, apps,
     * connections, counters, webhooks, reply templates, recipients and audit log.
     * @throws NoSuchAccount if the account doesn't exist or has already been deleted completely
     */
    async delete(accountId: string): Promise<{ forms: number; keys: number }> {
      const { suspended_at = '' } = await accounts.markDeleted(accountId);
      report(`Suspended ${accountId}. Deleting it now.`);
      // Wait until no more writes can occur, because requests that were accepted before the suspension may
      // still write data.
      const wait = Date.parse(suspended_at) + LATE_WRITES_SECONDS * SECOND - now();
      if (wait > 0) {
        report(`Waiting ${Math.ceil(wait / SECOND)} s for running requests to finish.`);
        await pause(wait);
      }
      const deletedForms = await deleteForms(accountId);
      const deletedKeys = await deleteKeys(db, tables, accountId);
      report(`Deleted ${deletedKeys} keys and their access tokens.`);
      const deletedMembers = await deleteMembers(accountId);
      report(`Deleted ${deletedMembers} members and their sessions.`);
      await deleteOfAccount(tables.oauthClients, 'owner', 'client_id', accountId);
      await connections.removeAll(accountId);
      await deleteWebhooks(accountId);
      await deleteOfAccount(tables.replies, 'owner_id', 'reply_key', accountId);
      await deleteOfAccount(tables.recipients, 'owner_id', 'recipient_id', accountId);
      const emptied = await untilFormsAreEmpty(accountId);
      await deleteLeftovers([accountId, ...new Set([...deletedForms, ...emptied])]);
      await removeAuditLog(db, tables.auditEvents, accountId, now());
      await db.send(new DeleteCommand({ TableName: tables.accounts, Key: { account_id: accountId } }));
      return { forms: deletedForms.length, keys: deletedKeys };
    },
  };
}
