/**
 * Finds and deletes the data that an account stores about an e-mail address (Forms, Recipients, Counters,
 * Idempotency, Emails, Members, Identities and Invitations tables).
 */
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { deleteMatching } from '../aws/delete-matching.ts';
import { conditionHolds, projectionOf, type DocumentClient } from '../aws/dynamodb.ts';
import { isActive } from '../auth/member.ts';
import { timestamp, type Clock } from '../core/clock.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { plainAddress } from '../core/text/same-address.ts';
import { addressDigest } from '../emails/submitter.ts';
import { autoresponseCounter } from '../emails/send-lock.ts';
import { recipientIdOf } from '../forms/recipients/recipient.ts';
import { emailIdentityKey, emailKey, identityRow } from '../people/identity.ts';
import { memberStore } from '../people/members/member-store.ts';
import { membershipStore } from '../people/members/membership-store.ts';
import {
  formRecipientAttributes,
  formRecipients,
  recipientsWithoutAddress,
  type FormRecipients,
  type PersonErasure,
} from './erase-person.ts';

export interface PersonErasureTables {
  readonly accounts: string;
  readonly counters: string;
  readonly emails: string;
  readonly forms: string;
  readonly idempotency: string;
  readonly identities: string;
  readonly invitations: string;
  readonly members: string;
  readonly recipients: string;
}

/** An e-mail address in an account. */
export interface Person {
  readonly account_id: string;
  readonly address: string;
  /** The account's key for hashing e-mail addresses. */
  readonly cursor_key: string;
}

/** Maximum number of attempts if other requests change the form concurrently. */
const MAX_ATTEMPTS = 5;

export function personErasureStore(
  db: DocumentClient,
  tables: PersonErasureTables,
  { account_id, address, cursor_key }: Person,
  now: Clock,
): PersonErasure {
  const recipient_id = recipientIdOf(account_id, plainAddress(address));

  const removeRecipient = async (owner_id: string): Promise<void> => {
    const Key = { owner_id, recipient_id };
    await db.send(new DeleteCommand({ TableName: tables.recipients, Key }));
  };

  /** Deletes the send locks of e-mails to the address: the locks whose ids contain the recipient's id. */
  const removeLocks = (
    scope: string,
    page: { readonly after?: string | undefined; readonly isOutOfTime: () => boolean },
  ): Promise<string | undefined> =>
    deleteMatching(
      db,
      {
        table: tables.idempotency,
        partition: { name: 'form_id', value: `email#${scope}` },
        sort: 'key_digest',
      },
      (lock) => lock.includes(recipient_id),
      page,
    );

  /** Removes the member if the invitation was never accepted. */
  const removeInvitation = async (): Promise<void> => {
    const members = memberStore(db, tables.members);
    const Key = { identity_key: emailIdentityKey(address), account_id };
    const { Item } = await db.send(
      new GetCommand({ TableName: tables.identities, Key, ConsistentRead: true }),
    );
    const row = identityRow.optional().parse(Item);
    const member = row && (await members.find(account_id, row.member_id));
    if (member && isActive(member)) return;
    if (member) {
      await membershipStore(db, tables).remove(account_id, member.member_id);
      await removeInvitationLocks(member.member_id);
    }
    await db.send(new DeleteCommand({ TableName: tables.identities, Key }));
    await db.send(
      new DeleteCommand({
        TableName: tables.invitations,
        Key: { account_id, email_key: emailKey(address) },
      }),
    );
  };

  const removeInvitationLocks = (memberId: string): Promise<unknown> =>
    deleteMatching(
      db,
      {
        table: tables.idempotency,
        partition: { name: 'form_id', value: `email#${account_id}` },
        sort: 'key_digest',
      },
      (lock) => lock.includes(memberId),
      { isOutOfTime: () => false },
    );

  const readForm = async (formId: string): Promise<FormRecipients | undefined> => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: tables.forms,
        Key: { account_id, form_id: formId },
        ConsistentRead: true,
        ...projectionOf(formRecipientAttributes),
      }),
    );
    return formRecipients.optional().parse(Item);
  };

  return {
    async removeFromAccount() {
      await removeRecipient(account_id);
      const counter = autoresponseCounter(account_id, addressDigest(cursor_key, address));
      await db.send(new DeleteCommand({ TableName: tables.counters, Key: { counter } }));
      await removeInvitation();
      await removeLocks(account_id, { isOutOfTime: () => false });
    },

    async forms() {
      const found: FormRecipients[] = [];
      let after: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: tables.forms,
            IndexName: 'by_creation',
            KeyConditionExpression: 'account_id = :account',
            ExpressionAttributeValues: { ':account': account_id },
            ...projectionOf(formRecipientAttributes),
            ConsistentRead: true,
            ExclusiveStartKey: after,
          }),
        );
        found.push(...z.array(formRecipients).parse(Items ?? []));
        after = LastEvaluatedKey;
      } while (after);
      return found;
    },

    async removeFromForm(listed) {
      await removeRecipient(listed.form_id);
      let current: FormRecipients | undefined = listed;
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        const left = current && recipientsWithoutAddress(address, current, recipient_id);
        if (!current || !left) return;
        const update = new UpdateCommand({
          TableName: tables.forms,
          Key: { account_id, form_id: current.form_id },
          UpdateExpression:
            'SET notify_emails = :addresses, app_recipients = :of_apps, recipient_filters = :filters, ' +
            'version = :next, updated_at = :now',
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: {
            ':addresses': left.notify_emails,
            ':of_apps': left.app_recipients,
            ':filters': left.recipient_filters,
            ':version': current.version,
            ':next': current.version + 1,
            ':now': timestamp(now()),
          },
        });
        if (await conditionHolds(db.send(update))) return;
        current = await readForm(listed.form_id);
      }
      throw new Unavailable('The form is being changed by another request. Please try again.');
    },

    removeSent(formId, table, after, isOutOfTime) {
      if (table === 'locks') return removeLocks(formId, { after, isOutOfTime });
      return deleteMatching(
        db,
        { table: tables.emails, partition: { name: 'form_id', value: formId }, sort: 'email_key' },
        { expression: 'recipient_id = :recipient', values: { ':recipient': recipient_id } },
        { after, isOutOfTime },
      );
    },
  };
}
