/** Accounts and keys, for the operator: no public endpoint makes them (DESIGN section 1, "Accounts"). */
import { PutCommand, ScanCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionHolds, type Documents } from '../lambdas/adapters/dynamodb.ts';
import { hashOfKey, newKey, shownPrefix, type ApiKey, type KeyType } from '../lambdas/domain/api-key.ts';
import { timestamp, type Clock } from '../lambdas/domain/clock.ts';
import { newAccountId, newKeyId } from '../lambdas/domain/ids.ts';
import { account, monthlyQuota, type Account, type PlanName, type Plans } from '../lambdas/domain/plans.ts';
import type { RandomBytes } from '../lambdas/domain/random.ts';

/** A service to work on, local or deployed. */
export interface FoundService {
  readonly db: Documents;
  readonly tables: { readonly accounts: string; readonly apiKeys: string };
  /** The stage's plans. */
  readonly plans: Plans;
}

/** The operator named an account that does not exist. */
export class NoSuchAccount extends Error {
  override readonly name = 'NoSuchAccount' as const;
  constructor(accountId: string) {
    super(`There is no account "${accountId}".`);
  }
}

export function accountRegister({ db, tables, plans }: FoundService, now: Clock, random: RandomBytes) {
  const makeKey = (of: Account, type: KeyType, name: string): { key: string; item: ApiKey } => {
    const key = newKey(type, random);
    const item: ApiKey = {
      key_hash: hashOfKey(key),
      key_id: newKeyId(random),
      account_id: of.account_id,
      type,
      name,
      prefix: shownPrefix(key),
      cursor_key: of.cursor_key,
      created_at: timestamp(now()),
    };
    return { key, item };
  };

  return {
    /** Makes an account with its first management key, both or neither. The key is given this once. */
    async create(given: { name: string; plan: PlanName; monthly_quota?: number | undefined }) {
      const created: Account = {
        account_id: newAccountId(random),
        name: given.name,
        plan: given.plan,
        ...(given.monthly_quota !== undefined && { monthly_quota: given.monthly_quota }),
        cursor_key: Buffer.from(random(24)).toString('base64url'),
        created_at: timestamp(now()),
      };
      const { key, item } = makeKey(created, 'management', 'First key');
      await db.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              Put: {
                TableName: tables.accounts,
                Item: created,
                ConditionExpression: 'attribute_not_exists(account_id)',
              },
            },
            {
              Put: {
                TableName: tables.apiKeys,
                Item: item,
                ConditionExpression: 'attribute_not_exists(key_hash)',
              },
            },
          ],
        }),
      );
      return { account: created, managementKey: key, monthlyQuota: monthlyQuota(created, plans) };
    },

    /** Another key for an account; given this once. */
    async mintKey(of: Account, type: KeyType, name: string): Promise<string> {
      const { key, item } = makeKey(of, type, name);
      await db.send(
        new PutCommand({
          TableName: tables.apiKeys,
          Item: item,
          ConditionExpression: 'attribute_not_exists(key_hash)',
        }),
      );
      return key;
    },

    /** Every account, oldest first. */
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

    /** @throws NoSuchAccount */
    async setPlan(accountId: string, plan: PlanName): Promise<void> {
      const known = await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: tables.accounts,
            Key: { account_id: accountId },
            UpdateExpression: 'SET #plan = :plan',
            ConditionExpression: 'attribute_exists(account_id)',
            ExpressionAttributeNames: { '#plan': 'plan' },
            ExpressionAttributeValues: { ':plan': plan },
          }),
        ),
      );
      if (!known) throw new NoSuchAccount(accountId);
    },
  };
}
