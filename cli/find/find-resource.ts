/** Finds a form, submission, webhook or delivery by its id for the operator. Doesn't change any data. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { auditReader } from '../../lambdas/audit/audit-log-store.ts';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { timestamp } from '../../lambdas/core/clock.ts';
import {
  formIdOf,
  isFormId,
  isSubmissionId,
  ownerIdOfWebhook,
  parentsOfDelivery,
} from '../../lambdas/core/ids.ts';
import { partitionsOf, PIECES } from '../../lambdas/core/submission-pieces.ts';
import { submissionEmailStore } from '../../lambdas/submissions/email-log/email-log-store.ts';
import { NO_NAMES } from '../../lambdas/submissions/handling/names.ts';
import { replyStore } from '../../lambdas/submissions/replies/reply-store.ts';
import { submission } from '../../lambdas/submissions/submission.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { timelineOf } from '../../lambdas/timeline/timeline.ts';
import { delivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { submissionDeliveryStore } from '../../lambdas/webhooks/delivery/submission-delivery-store.ts';
import { deletedWebhooksOf } from '../../lambdas/webhooks/webhook-id-store.ts';
import { webhookStore } from '../../lambdas/webhooks/webhook-store.ts';
import { attemptEntries, deliveryEntry, timelineEntry, type Found, type FoundEntry } from './found.ts';
import { webhookState } from './webhook-state.ts';

/** Names of the tables to read. */
export interface FindTables {
  readonly auditEvents: string;
  readonly deliveries: string;
  readonly emails: string;
  readonly formSlugs: string;
  readonly replies: string;
  readonly submissions: string;
  readonly webhooks: string;
}

export interface FindDeps {
  readonly db: DocumentClient;
  readonly tables: FindTables;
  readonly now: () => number;
  /** Returns the number of messages in each delivery queue and its dead-letter queue. */
  readonly countQueued: () => Promise<Readonly<Record<string, number>>>;
}

/** A resource that wasn't found: the account that the resource belonged to, if known, and the reason. */
export interface Missing {
  readonly account_id: string | undefined;
  readonly reason: string;
}

const NEWEST = 10;
const NEVER_SEEN = 'it never existed there, was deleted or has expired';

export type FoundType = Found['type'];

/** Returns the type of resource that an id refers to, or undefined if `find` doesn't support the type. */
export function typeOfId(id: string): FoundType | undefined {
  if (isFormId(id)) return 'form';
  if (isSubmissionId(id)) return 'submission';
  if (parentsOfDelivery(id)) return 'delivery';
  return ownerIdOfWebhook(id) === undefined ? undefined : 'webhook';
}

export function resourceFinder({ db, tables, now, countQueued }: FindDeps) {
  const webhooks = webhookStore(db, tables.webhooks);
  const submissions = submissionStore(db, tables.submissions);

  /**
   * Returns the id of the account that an owner belongs to, or undefined if the form was deleted.
   * @param ownerId id of a form, or of the account itself
   */
  async function accountOf(ownerId: string): Promise<string | undefined> {
    if (!isFormId(ownerId)) return ownerId;
    const { Item } = await db.send(
      new GetCommand({
        TableName: tables.formSlugs,
        Key: { slug: ownerId },
        ProjectionExpression: 'account_id',
        ConsistentRead: true,
      }),
    );
    return z.object({ account_id: z.string() }).optional().parse(Item)?.account_id;
  }

  /** Describes the deletion of a resource, if the account's audit log contains it. */
  async function deletionOf(accountId: string, id: string): Promise<string | undefined> {
    const matches = ({
      target,
      action,
      outcome,
    }: {
      target: { id: string | null };
      action: string;
      outcome: string;
    }) => target.id === id && action.startsWith('delete') && outcome !== 'failed';
    const selection = { matches, isFiltered: true };
    const { rows } = await auditReader(db, tables.auditEvents, now).list(accountId, selection, 1, undefined);
    const [row] = rows;
    return row && `it was deleted at ${row.at} by ${row.actor.type} ${row.actor.id}`;
  }

  async function missing(accountId: string | undefined, id: string): Promise<Missing> {
    const deletion = accountId === undefined ? undefined : await deletionOf(accountId, id);
    return { account_id: accountId, reason: deletion ?? NEVER_SEEN };
  }

  async function findSubmission(id: string): Promise<Found | Missing> {
    const formId = formIdOf(id) ?? '';
    const found = await submissions.find(formId, id);
    const account = found?.account_id ?? (await accountOf(formId));
    const owners = account === undefined ? [formId] : [formId, account];
    const history = await submissionDeliveryStore(db, tables).findAll(owners, id);
    const sent = history.deliveries;
    if (!found) {
      const wasThere = sent.find(({ submission_deleted }) => submission_deleted);
      if (!wasThere) return missing(account, id);
      return {
        account_id: account,
        reason: `it was deleted; its delivery ${wasThere.delivery_id} is still stored`,
      };
    }
    const written = await submissionEmailStore(db, tables.emails).find(formId, id, now());
    const replied = await replyStore(db, tables.replies).latest(formId, id);
    const events = timelineOf(found, history, written, replied, NO_NAMES).map(timelineEntry);
    return {
      type: 'submission',
      id,
      table: tables.submissions,
      account_id: found.account_id,
      details: {
        form: formId,
        status: found.status,
        received: found.received_at,
        fields: [...found.payload].length,
        files: found.attachments.length,
        expires: found.expires_at === undefined ? null : timestamp(found.expires_at * 1000),
        'to be notified': found.nobody_to_tell ? 'no, because the form had no webhooks or recipients' : 'yes',
      },
      entries: [...events, ...sent.filter(({ log }) => log.length === 0).map(deliveryEntry)],
    };
  }

  async function storedDelivery(webhook_id: string, delivery_id: string): Promise<Delivery | undefined> {
    const Key = { webhook_id, delivery_id };
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.deliveries, Key, ConsistentRead: true }),
    );
    return Item && delivery.parse(Item);
  }

  async function newestDeliveries(webhookId: string): Promise<Delivery[]> {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.deliveries,
        KeyConditionExpression: 'webhook_id = :webhook',
        ExpressionAttributeValues: { ':webhook': webhookId },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: NEWEST,
      }),
    );
    return z.array(delivery).parse(Items ?? []);
  }

  async function findDelivery(id: string): Promise<Found | Missing> {
    const parents = parentsOfDelivery(id);
    if (!parents) return missing(undefined, id);
    const { ownerId, webhookId, formId, submissionId } = parents;
    const [stored, webhook, submitted, account] = await Promise.all([
      storedDelivery(webhookId, id),
      webhooks.find(ownerId, webhookId),
      submissions.find(formId, submissionId),
      accountOf(ownerId),
    ]);
    const shared = { type: 'delivery' as const, id, account_id: account };
    const ofWebhook = { webhook: webhookId, 'webhook is': webhookState(webhook) };
    if (stored) {
      const { status, attempts, next_attempt_at, check_at = null, submission_id } = stored;
      return {
        ...shared,
        table: tables.deliveries,
        details: {
          submission: submission_id ?? 'none: a test ping',
          ...ofWebhook,
          status,
          attempts,
          'next attempt': next_attempt_at,
          'next check by the sweeper': check_at,
        },
        entries: [{ at: stored.created_at, what: 'created' }, ...attemptEntries(stored)],
      };
    }
    // If the delivery isn't stored, it may still be a message in a queue, because it is only stored when its
    // first attempt starts.
    if (!webhook || !submitted) return missing(account, id);
    const details = { submission: submissionId, ...ofWebhook, ...(await countQueued()) };
    return {
      ...shared,
      table: null,
      details,
      entries: [{ at: submitted.received_at, what: 'submission stored' }],
    };
  }

  async function findWebhook(id: string): Promise<Found | Missing> {
    const ownerId = ownerIdOfWebhook(id) ?? '';
    const [found, account] = await Promise.all([webhooks.find(ownerId, id), accountOf(ownerId)]);
    if (!found) {
      const Key = { owner_id: deletedWebhooksOf(ownerId), webhook_id: id };
      const { Item: wasThere } = await db.send(new GetCommand({ TableName: tables.webhooks, Key }));
      const answer = await missing(account, id);
      return wasThere && answer.reason === NEVER_SEEN ? { ...answer, reason: 'it was deleted' } : answer;
    }
    const rows = await newestDeliveries(id);
    return {
      type: 'webhook',
      id,
      table: tables.webhooks,
      account_id: account,
      details: {
        owner: ownerId,
        host: new URL(found.url).host,
        'webhook is': webhookState(found),
        created: found.created_at,
        updated: found.updated_at,
      },
      entries: rows.map(deliveryEntry),
    };
  }

  async function findForm(id: string): Promise<Found | Missing> {
    const account = await accountOf(id);
    if (account === undefined) return missing(undefined, id);
    const [own, ofAccount, newest] = await Promise.all([
      webhooks.list(id),
      webhooks.list(account),
      newestSubmissions(id),
    ]);
    const listed = [...own, ...ofAccount].map((each): FoundEntry => {
      return {
        at: each.created_at,
        what: 'webhook',
        webhook_id: each.webhook_id,
        status: webhookState(each),
      };
    });
    return {
      type: 'form',
      id,
      table: tables.formSlugs,
      account_id: account,
      details: { webhooks: listed.length, 'newest submissions': newest.length },
      entries: [...listed, ...newest],
    };
  }

  async function newestSubmissions(formId: string): Promise<FoundEntry[]> {
    const listed = submission.pick({ submission_id: true, received_at: true, status: true });
    const read = partitionsOf({ form_id: formId, pieces: PIECES }).map((partition) =>
      db.send(
        new QueryCommand({
          TableName: tables.submissions,
          KeyConditionExpression: 'form_id = :form',
          ExpressionAttributeValues: { ':form': partition },
          ExpressionAttributeNames: { '#status': 'status' },
          ProjectionExpression: 'submission_id, received_at, #status',
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: NEWEST,
        }),
      ),
    );
    return z
      .array(listed)
      .parse((await Promise.all(read)).flatMap(({ Items = [] }) => Items))
      .toSorted((a, b) => (a.submission_id < b.submission_id ? 1 : -1))
      .slice(0, NEWEST)
      .map(({ submission_id, received_at, status }) => {
        return { at: received_at, what: 'submission', submission_id, status };
      });
  }

  const finders = {
    submission: findSubmission,
    delivery: findDelivery,
    webhook: findWebhook,
    form: findForm,
  };
  /** Returns the resource, or the reason why it wasn't found. */
  return (type: FoundType, id: string): Promise<Found | Missing> => finders[type](id);
}
