/**
 * Reads and writes the tables that ingest needs: AccessTokens, Accounts, ApiKeys, Counters, FormSlugs,
 * Idempotency, Submissions and Uploads.
 */
import { counterStore } from '../aws/counter-store.ts';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limitedAccountStore } from '../accounts/account-store.ts';
import type { Plans } from '../accounts/plans.ts';
import { quotaStore } from '../accounts/quota-store.ts';
import { accessToken } from '../auth/access-token.ts';
import { apiKey } from '../auth/keys/api-key.ts';
import { principalOfStoredToken, type PrincipalTables } from '../auth/principal-store.ts';
import { principalOfKey } from '../auth/principal.ts';
import { batchGet } from '../aws/batch-get.ts';
import { epochSeconds, MINUTE, SECOND, type Clock } from '../core/clock.ts';
import { ExpiringCache } from '../core/expiring-cache.ts';
import type { IngestStore } from './ingest.ts';
import { toSubmissionItem, type Submission } from '../submissions/submission.ts';
import { uploadRefused } from '../files/upload.ts';
import { failedConditions, projectionOf, transact } from '../aws/dynamodb.ts';
import type { QuotaClients } from '../aws/item-client.ts';
import { isFormId } from '../core/ids.ts';
import { submissionKey } from '../core/submission-pieces.ts';
import { isTextRepeated } from '../spam/repeated-text-store.ts';
import { readyModel, wordModelKey } from '../spam/word-model-store.ts';
import type { WordModel } from '../spam/word-model.ts';
import { ingestForm, preflightForm, type IngestForm } from '../forms/form.ts';
import { isSlug } from '../forms/slug.ts';
import { addressKeyOf } from '../forms/rate-limit.ts';
import { addressCountStore } from './rate-limit-store.ts';
import { expiryOf, remembered, type DeduplicationKey } from './idempotency.ts';
import { puzzleSpender } from './challenge/puzzle-store.ts';
import type { PreflightStore, RememberedSubmission } from './preflight.ts';

export interface PreflightTables extends PrincipalTables {
  readonly counters: string;
  readonly slugs: string;
  /** Name of the Idempotency table. Required if requests can have an idempotency key. */
  readonly idempotency?: string;
}

export interface IngestTables extends PreflightTables {
  readonly idempotency: string;
  readonly submissions: string;
  readonly uploads: string;
}

const apiKeyIfStored = apiKey.optional();
const accessTokenIfStored = accessToken.optional();
const rememberedIfStored = remembered.optional();

/** How long a function caches a form's spam model, in milliseconds. */
const MODEL_LASTS = MINUTE;
/**
 * Maximum number of forms in the spam model cache, including forms without a model. A model takes up to about
 * 40 KB.
 */
const MAX_MODELS = 200;
const MAX_FORMS_WITHOUT = 20_000;
const MAX_ADDRESS_KEYS = 10_000;
/**
 * How long a function caches a hot form, in milliseconds. Without the cache, DynamoDB's read limit would
 * allow the form only 3,000 submissions per second (docs/decisions/0054).
 */
const HOT_FORM_LASTS = SECOND;
const MAX_HOT_FORMS = 100;

/** The form attributes that preflight needs, without the challenge secret. */
const WITHOUT_CHALLENGE_SECRET = projectionOf(preflightForm.keyof().options);

/**
 * Creates the store for the data that preflight reads and counts.
 * @param options.forPosts whether to read the form's challenge secret and spam model; if false, every bot
 *   challenge fails
 */
export function preflightStore(
  clients: QuotaClients,
  tables: PreflightTables,
  plans: Plans,
  { forPosts = false, now = Date.now }: { forPosts?: boolean; now?: Clock } = {},
): PreflightStore {
  const { db, items } = clients;
  const { idempotency: idempotencyTable = '' } = tables;
  const quotas = quotaStore(clients, tables, plans);
  const addresses = addressCountStore(clients, tables.counters);
  const accounts = limitedAccountStore(db, tables.accounts);
  const models = new ExpiringCache<WordModel>(MAX_MODELS);
  const withoutModel = new ExpiringCache<true>(MAX_FORMS_WITHOUT);
  const addressKeys = new ExpiringCache<string>(MAX_ADDRESS_KEYS);
  const hotForms = new ExpiringCache<IngestForm>(MAX_HOT_FORMS);
  return {
    async findForm(slug) {
      const hot = hotForms.get(slug, now());
      if (hot) return hot;
      // Skip the read if the path can't identify a form. DynamoDB would also reject a long path as a key.
      if (!isSlug(slug) && !isFormId(slug)) return undefined;
      const found = await items.get({
        TableName: tables.slugs,
        Key: { slug },
        ConsistentRead: true,
        ...(!forPosts && WITHOUT_CHALLENGE_SECRET),
      });
      const form = found && ingestForm.parse({ challenge_secret: null, ...found });
      // Cache the form without its marks, which are only valid for a second (`absence-marks.ts`).
      if (form?.pieces !== undefined) hotForms.set(slug, withoutMarks(form), now() + HOT_FORM_LASTS);
      return form;
    },

    async findAddressKey({ account_id, address_salt }) {
      const known = addressKeys.get(account_id, 0);
      if (known !== undefined) return known;
      // Cache the key without an expiry time, because it never changes, and deleted accounts don't accept
      // submissions.
      const account = await accounts.find(account_id);
      const key = addressKeyOf(account?.cursor_key ?? address_salt);
      addressKeys.set(account_id, key, Infinity);
      return key;
    },

    isFull: addresses.isFull,
    countAddress: addresses.count,
    giveBackOfDay: addresses.giveBackOfDay,
    reserveQuota: quotas.reserve,
    findQuota: quotas.find,
    giveBackQuota: quotas.release,

    async lookUp({ formId, credential, once, now }) {
      const known = models.get(formId, now);
      const asksForModel = forPosts && !known && !withoutModel.get(formId, now);
      if (!asksForModel && !credential && !once)
        return { principal: undefined, remembered: undefined, wordModel: known };
      const rows = await batchGet(db, {
        ...(asksForModel && {
          [tables.counters]: { Keys: [{ counter: wordModelKey(formId) }], ConsistentRead: false },
        }),
        ...(credential?.kind === 'key' && {
          [tables.apiKeys]: { Keys: [{ key_hash: credential.hash }], ConsistentRead: true },
        }),
        ...(credential?.kind === 'token' && {
          [tables.accessTokens]: { Keys: [{ token_hash: credential.hash }], ConsistentRead: true },
        }),
        ...(once && {
          [idempotencyTable]: { Keys: [onceItemKey(once.formId, once.key)], ConsistentRead: true },
        }),
      });
      const found = asksForModel ? readyModel(rows[tables.counters]?.[0]) : known;
      if (asksForModel) {
        if (found) models.set(formId, found, now + MODEL_LASTS);
        else withoutModel.set(formId, true, now + MODEL_LASTS);
      }
      const key = apiKeyIfStored.parse(rows[tables.apiKeys]?.[0]);
      const token = accessTokenIfStored.parse(rows[tables.accessTokens]?.[0]);
      return {
        wordModel: found,
        principal: token ? await principalOfStoredToken(db, tables, token, now) : principalOfKey(key, now),
        remembered: rememberedAt(now, rows[idempotencyTable]?.[0]),
      };
    },
  };
}

const withoutMarks = ({ no_webhooks: _, no_emails: __, ...form }: IngestForm): IngestForm => form;

const onceItemKey = (form_id: string, { digest }: DeduplicationKey) => ({ form_id, key_digest: digest });

/** DynamoDB can take up to two days to delete expired items, so check the expiry. */
function rememberedAt(now: number, item: unknown): RememberedSubmission | undefined {
  const earlier = rememberedIfStored.parse(item);
  return earlier && earlier.expires_at > epochSeconds(now) ? earlier : undefined;
}

/**
 * Creates the store for ingest.
 * @param files where attachments are stored
 */
export function ingestStore(
  clients: QuotaClients,
  tables: IngestTables,
  plans: Plans,
  files: IngestStore['files'],
): IngestStore {
  const { db, items } = clients;
  const { count, release } = counterStore(db, tables.counters);
  return {
    ...preflightStore(clients, tables, plans, { forPosts: true }),
    files,
    count,
    release,
    readOfDay: addressCountStore(clients, tables.counters).readOfDay,

    isTextRepeated: (text) => isTextRepeated(db, tables.counters, text),

    async countUnstoredSpam({ counter }) {
      await db.send(
        new UpdateCommand({
          TableName: tables.counters,
          Key: { counter },
          UpdateExpression: 'ADD unstored :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    },

    async store(submission, uploadIds = []) {
      const Put = { TableName: tables.submissions, Item: toSubmissionItem(submission) };
      if (uploadIds.length === 0) {
        await items.put(Put);
        return;
      }
      const deletions = uploadDeletions(uploadIds, submission, tables.uploads);
      try {
        await transact(db, { TransactItems: [{ Put }, ...deletions] });
      } catch (error) {
        throw failedConditions(error)?.includes(true) ? usedInTheMeantime() : error;
      }
    },

    async storeOnce(submission, key, uploadIds = []) {
      const now = Date.parse(submission.received_at);
      const Key = onceItemKey(submission.form_id, key);
      const remember = {
        TableName: tables.idempotency,
        Item: {
          ...Key,
          submission_id: submission.submission_id,
          expires_at: expiryOf(key, now),
        },
        ConditionExpression: 'attribute_not_exists(key_digest) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': epochSeconds(now) },
      };
      const Put = { TableName: tables.submissions, Item: toSubmissionItem(submission) };
      const deletions = uploadDeletions(uploadIds, submission, tables.uploads);
      try {
        await transact(db, { TransactItems: [{ Put: remember }, { Put }, ...deletions] });
        return undefined;
      } catch (error) {
        const [isRemembered, , ...areUsed] = failedConditions(error) ?? [];
        if (!isRemembered) throw areUsed.includes(true) ? usedInTheMeantime() : error;
      }
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.idempotency, Key, ConsistentRead: true }),
      );
      return remembered.parse(Item);
    },

    spendPuzzle: puzzleSpender(items, tables.idempotency),

    async findRemembered(formId, key, now) {
      const Key = onceItemKey(formId, key);
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.idempotency, Key, ConsistentRead: true }),
      );
      return rememberedAt(now, Item);
    },

    async isStored(of) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: tables.submissions,
          Key: submissionKey(of),
          ConsistentRead: true,
          ProjectionExpression: 'submission_id',
        }),
      );
      return Item !== undefined;
    },
  };
}

/**
 * Deletes uploads in the transaction that stores their submission, so each upload is used only once.
 */
function uploadDeletions(uploadIds: readonly string[], { form_id, received_at }: Submission, table: string) {
  return uploadIds.map((upload_id) => ({
    Delete: {
      TableName: table,
      Key: { form_id, upload_id },
      ConditionExpression: 'expires_at > :now',
      ExpressionAttributeValues: { ':now': epochSeconds(Date.parse(received_at)) },
    },
  }));
}

const usedInTheMeantime = () =>
  uploadRefused('an upload has been used by another submission; upload the file again');
