/**
 * Creates, lists and changes accounts for the operator, and records each change in the audit log. The API has
 * no endpoints for these changes (docs/specification.md, "Plans").
 */
import { GetCommand, ScanCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keyPuts } from '../../lambdas/auth/keys/account-key-store.ts';
import type { AuditPut } from '../../lambdas/core/audit-row.ts';
import { firstConditionHolds, transact } from '../../lambdas/aws/dynamodb.ts';
import { newApiKey } from '../../lambdas/auth/keys/api-key.ts';
import { timestamp, type Clock } from '../../lambdas/core/clock.ts';
import { account, newAccount, type Account, type AccountInput } from '../../lambdas/accounts/account.ts';
import { accountPut } from '../../lambdas/accounts/account-store.ts';
import { forgetLimits } from '../../lambdas/accounts/quota-store.ts';
import type { PlanName } from '../../lambdas/accounts/plans.ts';
import { monthlyQuota } from '../../lambdas/accounts/quota.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { operatorAudit } from '../operator-audit.ts';
import { AccountBeingDeleted, NoSuchAccount } from '../operator-errors.ts';
import type { ServiceConnection } from '../service-connection.ts';

type Change = Pick<UpdateCommandInput, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> & {
  readonly UpdateExpression: string;
  /** Condition for the change. Defaults to the condition that the account exists. */
  readonly ConditionExpression?: string;
};

/** Returns functions that manage a service's accounts. All reads are strongly consistent. */
export function accountRegistry(service: ServiceConnection, now: Clock, random: RandomBytes) {
  const { db, tables, plans } = service;
  const audit = operatorAudit(service, now, random);

  /** @throws NoSuchAccount */
  async function find(accountId: string): Promise<Account> {
    const Key = { account_id: accountId };
    const { Item } = await db.send(new GetCommand({ TableName: tables.accounts, Key, ConsistentRead: true }));
    if (!Item) throw new NoSuchAccount(accountId);
    return account.parse(Item);
  }

  /**
   * Changes an account and adds the audit log entry in one transaction. Returns false if the change's
   * condition isn't met.
   */
  function changeHolds(accountId: string, update: Change, row: AuditPut): Promise<boolean> {
    const Update = {
      TableName: tables.accounts,
      Key: { account_id: accountId },
      ConditionExpression: 'attribute_exists(account_id)',
      ...update,
    };
    return firstConditionHolds(transact(db, { TransactItems: [{ Update }, row] }));
  }

  /** @throws NoSuchAccount */
  async function change(accountId: string, action: string, update: Change): Promise<Account> {
    if (!(await changeHolds(accountId, update, audit.rowOf(accountId, action))))
      throw new NoSuchAccount(accountId);
    return find(accountId);
  }

  /**
   * Changes account data that the ingest function caches. When this call returns, the change has taken
   * effect.
   * @throws NoSuchAccount
   */
  async function changeLimits(accountId: string, action: string, update: Change): Promise<Account> {
    return forgetOldLimits(await change(accountId, action, update));
  }

  /** Makes the ingest function reload the account at the next submission to each form. */
  async function forgetOldLimits(changed: Account): Promise<Account> {
    await forgetLimits(db, tables.counters, changed.account_id, now());
    return changed;
  }

  return {
    find,

    /**
     * Creates an account, its first management key and an audit log entry in one transaction. Only this
     * result contains the full key.
     */
    async create(input: AccountInput) {
      const created: Account = { ...newAccount(input, now(), random), live_management_keys: 1 };
      const first = newApiKey(created, { type: 'management', name: 'First key' }, now(), random);
      const row = audit.rowOf(created.account_id, 'createAccount');
      await transact(db, {
        TransactItems: [accountPut(created, tables.accounts), ...keyPuts(first.stored, tables), row],
      });
      return { account: created, managementKey: first.key };
    },

    /** Lists all accounts, oldest first. */
    async list(): Promise<Account[]> {
      const all: Account[] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const page = await db.send(
          new ScanCommand({ TableName: tables.accounts, ...(start && { ExclusiveStartKey: start }) }),
        );
        all.push(...z.array(account).parse(page.Items ?? []));
        start = page.LastEvaluatedKey;
      } while (start);
      return all.sort((a, b) => a.created_at.localeCompare(b.created_at));
    },

    /**
     * Suspends the account. The service then rejects its requests and sends no more e-mails or webhooks. If
     * the account is already suspended, the time of suspension doesn't change.
     * @throws NoSuchAccount
     */
    suspend: (accountId: string): Promise<Account> =>
      changeLimits(accountId, 'suspendAccount', {
        UpdateExpression: 'SET suspended_at = if_not_exists(suspended_at, :now)',
        ExpressionAttributeValues: { ':now': timestamp(now()) },
      }),

    /**
     * Ends the account's suspension.
     * @throws NoSuchAccount, AccountBeingDeleted
     */
    async resume(accountId: string): Promise<Account> {
      await find(accountId);
      const resumed = await changeHolds(
        accountId,
        {
          UpdateExpression: 'REMOVE suspended_at',
          ConditionExpression: 'attribute_exists(account_id) AND attribute_not_exists(deleted_at)',
        },
        audit.rowOf(accountId, 'resumeAccount'),
      );
      if (!resumed) throw new AccountBeingDeleted(accountId);
      return find(accountId);
    },

    /**
     * Marks the account as being deleted, which suspends it permanently.
     * @throws NoSuchAccount
     */
    async markDeleted(accountId: string): Promise<Account> {
      const marked = await changeHolds(
        accountId,
        {
          UpdateExpression:
            'SET suspended_at = if_not_exists(suspended_at, :now), deleted_at = if_not_exists(deleted_at, :now)',
          ExpressionAttributeValues: { ':now': timestamp(now()) },
        },
        // Record the deletion as `attempted`. Its outcome can't be added later, because the audit log is
        // deleted with the account.
        audit.rowOf(accountId, 'deleteAccount', { outcome: 'attempted' }),
      );
      if (!marked) throw new NoSuchAccount(accountId);
      return forgetOldLimits(await find(accountId));
    },

    /** @throws NoSuchAccount */
    rename: (accountId: string, name: string): Promise<Account> =>
      change(accountId, 'renameAccount', {
        UpdateExpression: 'SET #name = :name',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
      }),

    /**
     * Changes the plan. The new plan takes effect with the next submission.
     * @throws NoSuchAccount
     */
    setPlan: (accountId: string, plan: PlanName): Promise<Account> =>
      changeLimits(accountId, 'setPlan', {
        UpdateExpression: 'SET #plan = :plan',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':plan': plan },
      }),

    /**
     * Overrides the plan's monthly quota. Without `quota`, restores the plan's quota.
     * @throws NoSuchAccount
     */
    setQuota: (accountId: string, quota: number | undefined): Promise<Account> =>
      changeLimits(
        accountId,
        'setQuota',
        quota === undefined
          ? { UpdateExpression: 'REMOVE monthly_quota' }
          : {
              UpdateExpression: 'SET monthly_quota = :quota',
              ExpressionAttributeValues: { ':quota': quota },
            },
      ),

    /**
     * Sets the account owner's e-mail address, or removes it if `email` is absent.
     * @throws NoSuchAccount
     */
    setEmail: (accountId: string, email: string | undefined): Promise<Account> =>
      change(accountId, 'setOwnerEmail', {
        UpdateExpression: email === undefined ? 'REMOVE #email' : 'SET #email = :email',
        ExpressionAttributeNames: { '#email': 'email' },
        ...(email !== undefined && { ExpressionAttributeValues: { ':email': email } }),
      }),

    /**
     * Returns the account's monthly quota of submissions: its own quota if one is set, or its plan's
     * otherwise.
     */
    quotaOf: (of: Account): number => monthlyQuota(of, plans),
  };
}
