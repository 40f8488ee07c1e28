/**
 * Stores recipients (Recipients table). Confirmations are stored under the account, and unsubscriptions under
 * the form. Each account and each form has its own partition, so recipients can be deleted with their
 * account or form.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../aws/batch-get.ts';
import { conditionHolds, type DocumentClient } from '../../aws/dynamodb.ts';
import { timestamp } from '../../core/clock.ts';
import type { Form } from '../form.ts';
import type { ConfirmationJob } from './confirmation-request.ts';
import {
  askedAttributes,
  CONFIRMATION_INTERVAL,
  consentAttributes,
  MAX_CONFIRMATIONS,
  ownerAttributes,
  recipient,
  recipientIdOf,
  recipientStatus,
  type Recipients,
  type RecipientStatus,
} from './recipient.ts';
import type { LinkSubject } from './recipient-link.ts';

/** Maximum number of keys per BatchGetItem call. */
const BATCH = 100;

const formConsent = z.object({
  unsubscribed_at: z.string().optional(),
  bounced_at: z.string().optional(),
  complained_at: z.string().optional(),
});
const consentItem = formConsent.extend({
  owner_id: z.string(),
  recipient_id: z.string(),
  confirmed_at: z.string().optional(),
});
const ownerItem = z.object({ email: z.string().optional() });

type FormWithRecipients = Pick<Form, 'account_id' | 'form_id' | 'notify_emails'>;

/** Returns an address's status for a form. */
export type RecipientStatuses = (form: FormWithRecipients, address: string) => RecipientStatus;

/**
 * Creates a store that reads recipients' statuses for an account's forms, using strongly consistent reads.
 */
export function recipientStatusStore(db: DocumentClient, tables: { recipients: string; accounts: string }) {
  return async (forms: readonly FormWithRecipients[]): Promise<RecipientStatuses> => {
    const withRecipients = forms.filter(({ notify_emails }) => notify_emails.length > 0);
    const [first] = withRecipients;
    if (!first) return () => 'pending';
    const names = withRecipients.flatMap(({ account_id, form_id, notify_emails }) =>
      notify_emails.flatMap((address) => {
        const recipientId = recipientIdOf(account_id, address);
        return [nameOf(account_id, recipientId), nameOf(form_id, recipientId)];
      }),
    );
    const wanted = [...new Set(names)];
    const reads = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, index) =>
      readConsents(db, tables.recipients, wanted.slice(index * BATCH, (index + 1) * BATCH)),
    );
    const [ownerEmail, ...found] = await Promise.all([
      readOwner(db, tables.accounts, first.account_id),
      ...reads,
    ]);
    const consents = new Map(found.flat().map((item) => [nameOf(item.owner_id, item.recipient_id), item]));
    return ({ account_id, form_id }, address) => {
      const recipientId = recipientIdOf(account_id, address);
      const { confirmed_at } = consents.get(nameOf(account_id, recipientId)) ?? {};
      const onForm = formConsent.parse(consents.get(nameOf(form_id, recipientId)) ?? {});
      return recipientStatus(address, { confirmed_at, ...onForm }, ownerEmail);
    };
  };
}

/**
 * Returns the transaction item that confirms an address without a confirmation e-mail. Only use this for an
 * address that is known to belong to the caller.
 */
export function confirmedRecipient(
  table: string,
  { accountId, address, linkKey }: { accountId: string; address: string; linkKey: string },
  now: number,
) {
  return {
    Update: {
      TableName: table,
      Key: { owner_id: accountId, recipient_id: recipientIdOf(accountId, address) },
      UpdateExpression:
        'SET #address = if_not_exists(#address, :address), link_key = if_not_exists(link_key, :key), ' +
        'confirmed_at = :now REMOVE asked, asked_at, asked_by',
      ExpressionAttributeNames: { '#address': 'address' },
      ExpressionAttributeValues: { ':address': address, ':key': linkKey, ':now': timestamp(now) },
    },
  };
}

/** Attributes that show when a recipient last got a confirmation request. */
const askedItem = z.object({
  recipient_id: z.string(),
  asked: z.int().optional(),
  asked_at: z.string().optional(),
});

/**
 * Creates a store that determines which recipients may get a confirmation request, using strongly consistent
 * reads.
 */
export function askableStore(db: DocumentClient, table: string) {
  /**
   * Returns the recipients named in a request who will get a confirmation e-mail. These are new recipients of
   * the form and recipients who last got a confirmation e-mail more than a day ago. Omits recipients who have
   * reached the maximum number of e-mails.
   */
  return async (
    before: FormWithRecipients | undefined,
    { account_id, recipient_ids }: Pick<ConfirmationJob, 'account_id' | 'recipient_ids'>,
    now: number,
  ): Promise<string[]> => {
    const rows = await batchGet(db, {
      [table]: {
        Keys: recipient_ids.map((recipient_id) => ({ owner_id: account_id, recipient_id })),
        ConsistentRead: true,
        ProjectionExpression: askedAttributes.join(', '),
      },
    });
    const found = z.array(askedItem).parse(rows[table] ?? []);
    const known = new Set(before?.notify_emails.map((address) => recipientIdOf(account_id, address)));
    return recipient_ids.filter((id) => {
      const { asked = 0, asked_at } = found.find(({ recipient_id }) => recipient_id === id) ?? {};
      if (asked === 0 || asked_at === undefined) return !known.has(id);
      return asked < MAX_CONFIRMATIONS && asked_at <= timestamp(now - CONFIRMATION_INTERVAL);
    });
  };
}

/** Creates a function that returns how many confirmation e-mails an unconfirmed recipient has been sent. */
export function confirmationCountReader(db: DocumentClient, table: string) {
  return async (owner_id: string, recipient_id: string): Promise<number> => {
    const rows = await batchGet(db, {
      [table]: {
        Keys: [{ owner_id, recipient_id }],
        ConsistentRead: true,
        ProjectionExpression: askedAttributes.join(', '),
      },
    });
    return askedItem.optional().parse(rows[table]?.[0])?.asked ?? 0;
  };
}

const nameOf = (ownerId: string, recipientId: string): string => `${ownerId}.${recipientId}`;

async function readConsents(db: DocumentClient, table: string, names: readonly string[]) {
  const Keys = names.map((name) => {
    const [owner_id = '', recipient_id = ''] = name.split('.');
    return { owner_id, recipient_id };
  });
  const rows = await batchGet(db, {
    [table]: { Keys, ConsistentRead: true, ProjectionExpression: consentAttributes.join(', ') },
  });
  return z.array(consentItem).parse(rows[table] ?? []);
}

async function readOwner(db: DocumentClient, table: string, account_id: string): Promise<string | undefined> {
  const { Item } = await db.send(
    new GetCommand({
      TableName: table,
      Key: { account_id },
      ConsistentRead: true,
      ProjectionExpression: ownerAttributes.join(', '),
    }),
  );
  return ownerItem.parse(Item ?? {}).email;
}

/**
 * Creates a store that reads and changes recipients, including the keys that sign their links. Only use this
 * in functions that create or handle links.
 */
export function recipientStore(
  db: DocumentClient,
  table: string,
): Recipients & {
  /**
   * Confirms the recipient for all of the account's forms. The link's form sends e-mails to the recipient
   * again, even after an unsubscription or bounce.
   */
  confirm(subject: LinkSubject, now: number): Promise<void>;
  /** Unsubscribes the recipient from the link's form. */
  unsubscribe(subject: LinkSubject, now: number): Promise<void>;
} {
  const keyOf = (owner_id: string, recipient_id: string) => ({ owner_id, recipient_id });
  return {
    async find({ account_id, form_id, recipient_id }) {
      const rows = await batchGet(db, {
        [table]: {
          Keys: [keyOf(account_id, recipient_id), keyOf(form_id, recipient_id)],
          ConsistentRead: true,
        },
      });
      const items = z.array(z.looseObject({ owner_id: z.string() })).parse(rows[table] ?? []);
      const stored = items.find(({ owner_id }) => owner_id === account_id);
      const onForm = items.find(({ owner_id }) => owner_id === form_id);
      return stored && { ...recipient.parse(stored), ...formConsent.parse(onForm ?? {}) };
    },

    async findConsent({ form_id, recipient_id }) {
      const rows = await batchGet(db, {
        [table]: { Keys: [keyOf(form_id, recipient_id)], ConsistentRead: true },
      });
      return formConsent.optional().parse(rows[table]?.[0]);
    },

    async add(accountId, address, linkKey) {
      const recipient_id = recipientIdOf(accountId, address);
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(accountId, recipient_id),
          UpdateExpression:
            'SET #address = if_not_exists(#address, :address), link_key = if_not_exists(link_key, :key)',
          ExpressionAttributeNames: { '#address': 'address' },
          ExpressionAttributeValues: { ':address': address, ':key': linkKey },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return recipient.parse(Attributes);
    },

    async reserveConfirmation(accountId, recipientId, request, now, interval = CONFIRMATION_INTERVAL) {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: keyOf(accountId, recipientId),
            UpdateExpression: 'SET asked_at = :now, asked_by = :request ADD asked :one',
            ConditionExpression:
              'attribute_exists(link_key) AND (attribute_not_exists(asked) OR asked < :most) AND ' +
              '(attribute_not_exists(asked_at) OR asked_at <= :then)',
            ExpressionAttributeValues: {
              ':now': timestamp(now),
              ':then': timestamp(now - interval),
              ':request': request,
              ':one': 1,
              ':most': MAX_CONFIRMATIONS,
            },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return true;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const { asked_by } = z
          .object({ asked_by: z.string().optional() })
          .parse(unmarshall(error.Item ?? {}));
        return asked_by === request;
      }
    },

    async confirm({ account_id, form_id, recipient_id }, now) {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(form_id, recipient_id),
          // Store the time so that a late report of an earlier bounce is ignored.
          UpdateExpression: 'SET returned_at = :now REMOVE unsubscribed_at, bounced_at, complained_at',
          ExpressionAttributeValues: { ':now': timestamp(now) },
        }),
      );
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: keyOf(account_id, recipient_id),
            UpdateExpression: 'SET confirmed_at = :now REMOVE asked, asked_at, asked_by',
            // Don't recreate a recipient for an account that is being deleted.
            ConditionExpression: 'attribute_exists(link_key)',
            ExpressionAttributeValues: { ':now': timestamp(now) },
          }),
        ),
      );
    },

    async unsubscribe({ form_id, recipient_id }, now) {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(form_id, recipient_id),
          UpdateExpression: 'SET unsubscribed_at = :now',
          ExpressionAttributeValues: { ':now': timestamp(now) },
        }),
      );
    },
  };
}
