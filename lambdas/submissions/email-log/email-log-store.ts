/** Stores submissions' e-mail logs (Emails table). */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deleteItems } from '../../aws/batch-delete.ts';
import { conditionHolds, type DocumentClient } from '../../aws/dynamodb.ts';
import { epochSeconds, timestamp } from '../../core/clock.ts';
import {
  emailKey,
  emailRecord,
  type EmailKey,
  type EmailLog,
  type EmailRecord,
  type SubmissionEmail,
} from './email-record.ts';
import { moveOf, type EmailChange } from './email-status.ts';

/** A change to the status of an e-mail in the log. */
export interface LoggedChange {
  readonly change: EmailChange;
  readonly reason?: string | undefined;
  /** When the event happened, in ISO 8601 in UTC. */
  readonly at: string;
  readonly messageId?: string | undefined;
}

export function emailLogStore(db: DocumentClient, table: string) {
  /** Stores an e-mail record if it doesn't exist yet, or if it has one of these statuses. */
  const put = async (
    { form_id, email_key, kind, recipient_id, address, expires_at }: SubmissionEmail,
    status: { status: 'queued' } | { status: 'skipped'; reason: string },
    now: number,
    unless: string,
    values: Record<string, string> = {},
  ): Promise<void> => {
    const attributes = { kind, recipient_id, address, expires_at, changed_at: timestamp(now), ...status };
    const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
    await conditionHolds(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: { form_id, email_key },
          UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ConditionExpression: unless,
          ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: {
            ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
            ...values,
          },
        }),
      ),
    );
  };

  /**
   * Records a change to an e-mail's status. Ignores late changes. Also ignores changes to e-mails that aren't
   * in the log, so that deleted records aren't recreated. Safe for concurrent changes.
   */
  const move = async (
    { form_id, email_key }: EmailKey,
    { change, reason, at, messageId }: LoggedChange,
  ): Promise<void> => {
    const { to, from } = moveOf(change);
    const froms = Object.fromEntries(from.map((status, index) => [`:from${index}`, status]));
    const sets = [
      '#status = :to, changed_at = :at',
      ...(reason === undefined ? [] : ['reason = :reason']),
      ...(messageId === undefined ? [] : ['message_id = :message']),
    ];
    await conditionHolds(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: { form_id, email_key },
          UpdateExpression: `SET ${sets.join(', ')}${reason === undefined ? ' REMOVE reason' : ''}`,
          // If the record doesn't exist, it has no status, so this condition fails.
          ConditionExpression: `#status IN (${Object.keys(froms).join(', ')})`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':to': to,
            ':at': at,
            ...(reason !== undefined && { ':reason': reason }),
            ...(messageId !== undefined && { ':message': messageId }),
            ...froms,
          },
        }),
      ),
    );
  };

  const log: EmailLog = {
    add: (email, now) => put(email, { status: 'queued' }, now, 'attribute_not_exists(#status)'),
    skip: (email, reason, now) =>
      put(email, { status: 'skipped', reason }, now, 'attribute_not_exists(#status) OR #status = :queued', {
        ':queued': 'queued',
      }),
    giveUp: (key, reason, now) => move(key, { change: 'skipped', at: timestamp(now), reason }),
    markSent: (key, messageId, now) => move(key, { change: 'sent', at: timestamp(now), messageId }),
  };
  return { ...log, move };
}

/** Creates a store that reads and removes a submission's e-mail records. */
export function submissionEmailStore(db: DocumentClient, table: string) {
  const queryOf = (form_id: string, submissionId: string) => ({
    TableName: table,
    KeyConditionExpression: 'form_id = :form AND begins_with(email_key, :submission)',
    ExpressionAttributeValues: { ':form': form_id, ':submission': `${submissionId}.` },
    ConsistentRead: true,
  });
  return {
    /**
     * No pagination is needed, because a submission only has a few e-mails: one for each of the form's
     * recipients, and the autoresponse.
     */
    async find(formId: string, submissionId: string, now: number): Promise<EmailRecord[]> {
      const { Items } = await db.send(new QueryCommand(queryOf(formId, submissionId)));
      return emailRecord
        .array()
        .parse(Items ?? [])
        .filter(({ expires_at = Infinity }) => expires_at > epochSeconds(now));
    },

    /**
     * Removes the submission's e-mail records.
     * @throws Unavailable if DynamoDB keeps throttling the table
     */
    async remove(formId: string, submissionId: string): Promise<void> {
      const { Items } = await db.send(
        new QueryCommand({
          ...queryOf(formId, submissionId),
          ProjectionExpression: 'form_id, email_key',
        }),
      );
      await deleteItems(db, table, emailKey.array().parse(Items ?? []));
    },
  };
}
