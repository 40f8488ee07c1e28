/**
 * Changes and deletes stored submissions when their owner requests it or when their form's retention changes
 * (Submissions table).
 */
import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AuditPut } from '../core/audit-row.ts';
import { piecesAfter, submissionKey, type FormPieces } from '../core/submission-pieces.ts';
import type { DatedSubmission } from './retention.ts';
import { submission, type Submission } from './submission.ts';
import {
  conditionHolds,
  failedConditions,
  firstConditionHolds,
  itemOfFailedCondition,
  itemOfFailedUpdate,
  transact,
  type DocumentClient,
} from '../aws/dynamodb.ts';

type Key = Pick<Submission, 'form_id' | 'submission_id'>;

const dated = submission.pick({
  form_id: true,
  submission_id: true,
  received_at: true,
  status: true,
  expires_at: true,
});

const PAGE = 500;

/** Creates the store that changes submissions. */
export function submissionChanges(db: DocumentClient, table: string) {
  return {
    /**
     * Stores an owner's change to a submission together with its audit log row, if the submission hasn't
     * changed since it was read. Returns true if the change is stored. If the response is lost and the SDK
     * retries the write, the stored `changeId` shows that this call made the change.
     */
    async replace(
      before: Submission,
      after: Submission,
      changeId: string,
      audit?: AuditPut,
    ): Promise<boolean> {
      const { set, remove } = split({
        '#status': after.status,
        change_id: changeId,
        version: after.version,
        changed_at: after.changed_at,
        changed_by: after.changed_by,
        read_at: after.read_at,
        handled_at: after.handled_at,
        assignee: after.assignee,
        labels: after.labels,
        starred: after.starred,
        note: after.note,
        changes: after.changes.length > 0 ? after.changes : undefined,
        // Only overwrite the expiry if the status changes. Otherwise, keep it, because the form's retention
        // may have changed since the submission was read.
        ...(after.status !== before.status && {
          expires_at: after.expires_at,
          counted: after.counted,
          created_event_due: undefined,
          spam_form_id: after.status === 'spam' ? submissionKey(after).form_id : undefined,
        }),
      });
      const values = set.map(([, value], index): [string, unknown] => [`:${index}`, value]);
      const Update = {
        TableName: table,
        Key: submissionKey(before),
        UpdateExpression: [
          `SET ${set.map(([name], index) => `${name} = :${index}`).join(', ')}`,
          ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
        ].join(' '),
        // The status condition also ensures that the submission still exists.
        ConditionExpression: `#status = :before AND ${before.version === undefined ? 'attribute_not_exists(version)' : 'version = :version'}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':before': before.status,
          ...(before.version !== undefined && { ':version': before.version }),
          ...Object.fromEntries(values),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      } as const;
      try {
        // A transaction costs twice as much as a plain update, so only use one if there is also an audit log
        // row.
        await (audit
          ? transact(db, { TransactItems: [{ Update }, audit] })
          : db.send(new UpdateCommand(Update)));
        return true;
      } catch (error) {
        const stored = itemOfFailedUpdate(error)?.item ?? itemOfFailedCondition(error);
        if (itemOfFailedUpdate(error) === undefined && failedConditions(error)?.[0] !== true) throw error;
        return stored?.['change_id'] === changeId;
      }
    },

    /**
     * Stores the time when a viewer marked the submission as read. If `readAt` is undefined, removes the
     * stored time. Doesn't change the version, because the read state is only visible to this viewer.
     * @returns false if the submission no longer exists, or if another request stored its first viewer
     *   concurrently
     */
    setReadBy(before: Submission, reader: string, readAt: string | undefined): Promise<boolean> {
      const isFirst = before.read_by === undefined;
      const change =
        readAt === undefined
          ? { UpdateExpression: 'REMOVE read_by.#reader' }
          : isFirst
            ? {
                UpdateExpression: 'SET read_by = :first',
                ExpressionAttributeValues: { ':first': { [reader]: readAt } },
              }
            : {
                UpdateExpression: 'SET read_by.#reader = if_not_exists(read_by.#reader, :at)',
                ExpressionAttributeValues: { ':at': readAt },
              };
      return conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: submissionKey(before),
            ConditionExpression: isFirst
              ? 'attribute_exists(submission_id) AND attribute_not_exists(read_by)'
              : 'attribute_exists(read_by)',
            ...(!isFirst && { ExpressionAttributeNames: { '#reader': reader } }),
            ...change,
          }),
        ),
      );
    },

    /**
     * Records that an accepted submission's event must still be sent, because the submission was marked as
     * spam before that. Returns false if the submission is no longer spam or was deleted.
     */
    oweCreatedEvent: (of: Key): Promise<boolean> =>
      conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: submissionKey(of),
            UpdateExpression: 'SET created_event_due = :true',
            ConditionExpression: '#status = :spam',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':true': true, ':spam': 'spam' },
          }),
        ),
      ),

    /**
     * Deletes the submission if it exists and then records the deletion in the audit log. The table's stream
     * triggers the deletion of its files.
     * @param options.expected version that the submission must still have
     * @returns true if it was deleted
     */
    remove(
      key: Key,
      {
        audit,
        expected,
      }: { audit?: AuditPut | undefined; expected?: Pick<Submission, 'version'> | undefined } = {},
    ): Promise<boolean> {
      const Delete = {
        TableName: table,
        Key: submissionKey(key),
        ConditionExpression: `attribute_exists(submission_id)${expected ? ` AND ${hasVersion(expected)}` : ''}`,
        ...(expected?.version !== undefined && {
          ExpressionAttributeValues: { ':version': expected.version },
        }),
      };
      return audit
        ? firstConditionHolds(transact(db, { TransactItems: [{ Delete }, audit] }))
        : conditionHolds(db.send(new DeleteCommand(Delete)));
    },

    /**
     * Returns the submissions that follow the given one, with the attributes that determine their retention.
     * Each piece's submissions are sorted from oldest to newest.
     */
    async page(
      form: FormPieces,
      after: string | undefined,
    ): Promise<{ rows: DatedSubmission[]; next?: string }> {
      const rows: DatedSubmission[] = [];
      for (const piece of piecesAfter(form, after)) {
        const { Items, LastEvaluatedKey } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'form_id = :form',
            ProjectionExpression: 'form_id, submission_id, received_at, #status, expires_at',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':form': piece.partition },
            ConsistentRead: true,
            Limit: PAGE,
            ...(piece.after !== undefined && {
              ExclusiveStartKey: { form_id: piece.partition, submission_id: piece.after },
            }),
          }),
        );
        rows.push(...z.array(dated).parse(Items ?? []));
        const last = z.object({ submission_id: z.string() }).optional().parse(LastEvaluatedKey);
        if (last) return { rows, next: last.submission_id };
      }
      return { rows };
    },

    /** Sets the expiry, unless the submission was deleted or its status has changed since it was read. */
    async setExpiry(of: DatedSubmission, expiresAt: number | undefined): Promise<void> {
      await conditionHolds(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: submissionKey(of),
            UpdateExpression: expiresAt === undefined ? 'REMOVE expires_at' : 'SET expires_at = :expires',
            ConditionExpression: '#status = :status',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: {
              ':status': of.status,
              ...(expiresAt !== undefined && { ':expires': expiresAt }),
            },
          }),
        ),
      );
    },
  };
}

/**
 * Returns the condition that the version equals `:version`. Submissions that were never changed have no
 * version.
 */
const hasVersion = ({ version }: Pick<Submission, 'version'>): string =>
  version === undefined ? 'attribute_not_exists(version)' : 'version = :version';

/** Splits attributes into those that an update sets and those that it removes. */
function split(attributes: Record<string, unknown>): { set: [string, unknown][]; remove: string[] } {
  const entries = Object.entries(attributes);
  return {
    set: entries.filter(([, value]) => value !== undefined),
    remove: entries.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}
