/** Reads the submission status of many deliveries (Submissions table). */
import * as z from 'zod';
import { batchGet } from '../../aws/batch-get.ts';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { parentsOfDelivery } from '../../core/ids.ts';
import { submissionKey } from '../../core/submission-pieces.ts';
import type { SubmissionStatus } from '../../submissions/submission.ts';
import { statusRow, submissionStatusAttributes } from './recovery.ts';

/** Maximum number of keys per BatchGetItem call. */
const KEYS_AT_ONCE = 100;

export function submissionStatusStore(db: DocumentClient, table: string) {
  const read = async (deliveryIds: readonly string[]): Promise<z.infer<typeof statusRow>[]> => {
    const Keys = deliveryIds.flatMap((id) => {
      const { formId, submissionId } = parentsOfDelivery(id) ?? {};
      return formId === undefined || submissionId === undefined
        ? []
        : [submissionKey({ form_id: formId, submission_id: submissionId })];
    });
    if (Keys.length === 0) return [];
    const found = await batchGet(db, {
      [table]: {
        Keys,
        ConsistentRead: true,
        ProjectionExpression: submissionStatusAttributes.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(
          submissionStatusAttributes.map((name) => [`#${name}`, name]),
        ),
      },
    });
    return z.array(statusRow).parse(found[table] ?? []);
  };

  return {
    /** Returns the status of each delivery's submission. Omits deliveries of deleted submissions. */
    async statuses(deliveryIds: readonly string[]): Promise<ReadonlyMap<string, SubmissionStatus>> {
      const batches = Array.from({ length: Math.ceil(deliveryIds.length / KEYS_AT_ONCE) }, (_, index) =>
        deliveryIds.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
      );
      const rows = (await Promise.all(batches.map(read))).flat();
      const statusOf = new Map(rows.map(({ submission_id, status }) => [submission_id, status]));
      return new Map(
        deliveryIds.flatMap((id) => {
          const status = statusOf.get(parentsOfDelivery(id)?.submissionId ?? '');
          return status === undefined ? [] : [[id, status] as const];
        }),
      );
    },
  };
}
