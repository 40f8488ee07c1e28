/**
 * Finds erased data that exists again because a table or bucket was restored. Finds submissions by their ids,
 * and addresses by their digests.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../lambdas/aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { keyedAccount, keyedAccountAttributes } from '../../lambdas/erasure/erase-person.ts';
import { dataRequest, type DataRequest } from '../../lambdas/data-requests/data-request.ts';
import { erasedBatchStore } from '../../lambdas/data-requests/erasing/erased-batch-store.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { knownAddresses, type AddressTables } from './known-addresses.ts';
import { storedRecords, type RecordNames, type StoredSubmission } from './stored-records.ts';

export interface EraseAgainNames extends RecordNames {
  readonly tables: RecordNames['tables'] &
    AddressTables & { readonly accounts: string; readonly formJobs: string };
}

/** Erased data of one person or search that exists again after a restore. */
export interface StoredAgain {
  /** The finished request that covers the longest period for this person or search. */
  readonly request: DataRequest;
  /** The address, if it was found by its digest. */
  readonly email: string | undefined;
  readonly submissions: readonly StoredSubmission[];
  /** Another request that is currently erasing the same data. */
  readonly running: DataRequest | undefined;
}

/** For each person or search whose data was erased, finds the data that exists again after a restore. */
export async function storedAgain(
  db: DocumentClient,
  s3: S3Client,
  names: EraseAgainNames,
): Promise<StoredAgain[]> {
  const { tables } = names;
  const requests = await erasures(db, tables.formJobs);
  const found: StoredAgain[] = [];
  for (const [accountId, ofAccount] of Map.groupBy(requests, ({ form_id }) => form_id)) {
    const key = await keyOf(db, tables.accounts, accountId);
    if (key === undefined) continue;
    const stored = storedRecords(db, s3, names);
    const byDigest = Map.groupBy(ofAccount, ({ digest }) => digest);
    const known = await knownAddresses(db, tables, { accountId, key, digests: new Set(byDigest.keys()) });
    for (const [digest, same] of byDigest) {
      const finished = same.filter(({ status }) => status === 'finished');
      // Choose the request that covers the longest period. The newest one may only repeat an older request.
      const request = finished.toSorted((a, b) => (a.searched_until < b.searched_until ? -1 : 1)).at(-1);
      if (!request) continue;
      const address = known.get(digest);
      const byId = await stored(accountId, await erasedIds(db, tables.formJobs, finished));
      const ids = new Set(byId.map(({ submission_id }) => submission_id));
      const byAddress = (address?.submissions ?? []).filter(
        ({ submission_id, received_at }) => !ids.has(submission_id) && received_at < request.searched_until,
      );
      const submissions = [...byId, ...byAddress];
      if (submissions.length === 0 && address?.isInRecords !== true) continue;
      const running = same.find(({ status }) => status === 'erasing');
      found.push({ request, email: address?.email, submissions, running });
    }
  }
  return found;
}

/** Returns the finished and running erasures of all accounts, oldest first. */
async function erasures(db: DocumentClient, table: string): Promise<DataRequest[]> {
  const found: DataRequest[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await db.send(
      new ScanCommand({
        TableName: table,
        FilterExpression: 'request_kind = :erase AND #status IN (:finished, :erasing)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':erase': 'erase', ':finished': 'finished', ':erasing': 'erasing' },
        ConsistentRead: true,
        ExclusiveStartKey: after,
      }),
    );
    found.push(...z.array(dataRequest).parse(Items ?? []));
    after = LastEvaluatedKey;
  } while (after);
  return found.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

async function keyOf(db: DocumentClient, table: string, account_id: string): Promise<string | undefined> {
  const rows = await batchGet(db, {
    [table]: {
      Keys: [{ account_id }],
      ConsistentRead: true,
      ...projectionOf(keyedAccountAttributes),
    },
  });
  return keyedAccount.optional().parse(rows[table]?.[0])?.cursor_key;
}

/** Returns the submissions that these requests have erased, without duplicates. */
async function erasedIds(
  db: DocumentClient,
  table: string,
  requests: readonly DataRequest[],
): Promise<Pick<Submission, 'form_id' | 'submission_id'>[]> {
  const batches = erasedBatchStore(db, table);
  const found = new Map<string, Pick<Submission, 'form_id' | 'submission_id'>>();
  for (const { kind } of requests) {
    let after: string | undefined;
    do {
      const page = await batches.list(kind, after);
      for (const ref of page.flatMap((batch) => batch.submissions)) found.set(ref.submission_id, ref);
      after = page.at(-1)?.kind;
    } while (after !== undefined);
  }
  return [...found.values()];
}
