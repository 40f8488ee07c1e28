/** Creates the first account and its form (Accounts, AuditEvents, Forms, FormSlugs and Members tables). */
import { newAccount } from '../accounts/account.ts';
import { accountPut } from '../accounts/account-store.ts';
import { auditLog } from '../audit/audit-log-store.ts';
import type { AuditTarget } from '../audit/audit-event.ts';
import { firstConditionHolds, transact, type DocumentClient } from '../aws/dynamodb.ts';
import type { AuditPut } from '../core/audit-row.ts';
import type { Clock } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { newForm } from '../forms/form.ts';
import { formWriter, type FormTables } from '../forms/form-store.ts';
import { addressKeyOf } from '../forms/rate-limit.ts';
import { slugWithEnding } from '../forms/slug.ts';
import { identityStore } from '../people/identity-store.ts';
import type { MembershipTables } from '../people/members/membership-store.ts';
import { DEPLOYMENT, FIRST_FORM, FIRST_PLAN } from './first-account.ts';

export interface FirstAccountTables extends FormTables, MembershipTables {
  readonly auditEvents: string;
}

export function firstAccountStore(
  db: DocumentClient,
  tables: FirstAccountTables,
  now: Clock,
  random: RandomBytes,
) {
  const audit = auditLog(db, tables.auditEvents, now, random);
  const rowOf = (account_id: string, action: string, target: AuditTarget): AuditPut =>
    audit.rowOf({ account_id, actor: DEPLOYMENT, request_id: null, ip: null }, { action, target });

  return {
    /** Returns the audit log entry for an invitation. */
    invitationRow: (accountId: string, memberId: string): AuditPut =>
      rowOf(accountId, 'inviteMember', { type: 'member', id: memberId }),

    /** Returns the ids of the accounts that have an owner with this address, including invited owners. */
    async accountsOwnedBy(email: string): Promise<string[]> {
      const members = await identityStore(db, tables).membersWithAddress(email);
      return members.filter(({ role }) => role === 'owner').map(({ account_id }) => account_id);
    },

    /**
     * Creates the account and its form in one transaction. The form notifies the owner. Does nothing if the
     * account exists, even if its form was deleted.
     * @throws Error if both slugs that it tries for the form are taken
     */
    async create(account_id: string, email: string): Promise<void> {
      const at = now();
      const account = { ...newAccount({ name: email, plan: FIRST_PLAN, email }, at, random), account_id };
      const form = {
        ...newForm(account_id, { name: FIRST_FORM, notify_emails: [email] }, at, random),
        address_key: addressKeyOf(account.cursor_key),
      };
      for (const slug of [form.slug, slugWithEnding(form.slug, random)]) {
        const result = await formWriter(db, tables).create(
          { ...form, slug },
          rowOf(account_id, 'createForm', { type: 'form', id: form.form_id, name: form.name }),
          [],
          {
            noWebhooks: true,
            guards: [
              { item: accountPut(account, tables.accounts), failed: 'account-exists' },
              { item: rowOf(account_id, 'createAccount', { type: 'account', id: account_id }) },
            ],
          },
        );
        if (result === 'written' || result === 'account-exists') return;
      }
      throw new Error('The first form could not be created, because its slugs are taken. Try again.');
    },

    /** Sets the address for notices about the account, unless the operator has changed it since. */
    async changeEmail(account_id: string, from: string, to: string): Promise<void> {
      const Update = {
        TableName: tables.accounts,
        Key: { account_id },
        UpdateExpression: 'SET email = :to',
        ConditionExpression: 'email = :from',
        ExpressionAttributeValues: { ':from': from, ':to': to },
      };
      const row = rowOf(account_id, 'setOwnerEmail', { type: 'account', id: account_id });
      await firstConditionHolds(transact(db, { TransactItems: [{ Update }, row] }));
    },
  };
}
