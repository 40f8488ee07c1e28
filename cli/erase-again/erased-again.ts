/**
 * Finds what was erased for a data request and is stored again, because a table or bucket was restored. Finds the
 * submissions by their ids, and the address by its digest.
 */
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../lambdas/aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { isActive, member } from '../../lambdas/auth/member.ts';
import { keyedAccount, keyedAccountAttributes } from '../../lambdas/erasure/erase-person.ts';
import { formReader, type FormPosition } from '../../lambdas/forms/form-store.ts';
import { dataRequest, digestOfWanted, type DataRequest } from '../../lambdas/data-requests/data-request.ts';
import { erasedBatchStore } from '../../lambdas/data-requests/erasing/erased-batch-store.ts';
import { submission, type Submission } from '../../lambdas/submissions/submission.ts';

export interface EraseAgainTables {
  readonly accounts: string;
  readonly formJobs: string;
  readonly forms: string;
  readonly members: string;
  readonly recipients: string;
  readonly submissions: string;
}

/** What is stored again for a request. */
export interface StoredAgain {
  readonly request: DataRequest;
  /** The address, if it was found by its digest. */
  readonly email: string | undefined;
  readonly submissions: readonly Submission[];
}

const recipientAddress = z.object({ address: z.string().optional() });
const FORMS_PER_PAGE = 200;
/** Maximum number of keys per BatchGetItem call. */
const BATCH = 100;

/** Finds what is stored again for each finished erasure. */
export async function storedAgain(db: DocumentClient, tables: EraseAgainTables): Promise<StoredAgain[]> {
  const requests = await finishedErasures(db, tables.formJobs);
  const found: StoredAgain[] = [];
  for (const [accountId, ofAccount] of Map.groupBy(requests, ({ form_id }) => form_id)) {
    const key = await keyOf(db, tables.accounts, accountId);
    if (key === undefined) continue;
    const byDigest = await addressesOf(db, tables, accountId, key, ofAccount);
    for (const request of ofAccount) {
      const known = byDigest.get(request.digest);
      const byId = await submissionsById(db, tables, request);
      const ids = new Set(byId.map(({ submission_id }) => submission_id));
      const byAddress = (known?.submissions ?? []).filter(
        ({ submission_id, received_at }) => !ids.has(submission_id) && received_at < request.searched_until,
      );
      const submissions = [...byId, ...byAddress];
      const isInRecords = known?.isInRecords === true;
      if (submissions.length > 0 || isInRecords) found.push({ request, email: known?.email, submissions });
    }
  }
  return found;
}

/** Returns the finished erasures of all accounts, oldest first. */
async function finishedErasures(db: DocumentClient, table: string): Promise<DataRequest[]> {
  const found: DataRequest[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await db.send(
      new ScanCommand({
        TableName: table,
        FilterExpression: 'request_kind = :erase AND #status = :finished',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':erase': 'erase', ':finished': 'finished' },
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

async function submissionsById(
  db: DocumentClient,
  { formJobs, submissions }: EraseAgainTables,
  { kind }: DataRequest,
): Promise<Submission[]> {
  const batches = erasedBatchStore(db, formJobs);
  const found: Submission[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await batches.list(kind, after);
    after = page.at(-1)?.kind;
    if (after === undefined) return found;
    const keys = page.flatMap((batch) => batch.submissions);
    for (let start = 0; start < keys.length; start += BATCH) {
      const Keys = keys.slice(start, start + BATCH);
      const rows = await batchGet(db, { [submissions]: { Keys, ConsistentRead: true } });
      found.push(...z.array(submission).parse(rows[submissions] ?? []));
    }
  }
}

interface KnownAddress {
  readonly email: string;
  readonly submissions: Submission[];
  /** True if a recipient or an invitation has the address. */
  isInRecords: boolean;
}

/** Matches whatever can be an address. Longer than an address, a text is only compared in parts. */
const ADDRESS = /[^\s<>()[\]{},;:"'|\\/]+@[^\s<>()[\]{},;:"'|\\/@]+/gu;

/** Returns every address with the digest of a request, and the submissions that contain it. */
async function addressesOf(
  db: DocumentClient,
  tables: EraseAgainTables,
  accountId: string,
  key: string,
  requests: readonly DataRequest[],
): Promise<Map<string, KnownAddress>> {
  const wanted = new Set(requests.map(({ digest }) => digest));
  const found = new Map<string, KnownAddress>();
  const knownAs = (text: string): KnownAddress[] =>
    [...text.matchAll(ADDRESS)].flatMap(([address]) => {
      const email = address.replace(/\.+$/, '');
      const digest = digestOfWanted({ email, terms: undefined }, key);
      if (!wanted.has(digest)) return [];
      const known = found.get(digest) ?? { email, submissions: [], isInRecords: false };
      found.set(digest, known);
      return [known];
    });
  const noteRecord = (address: string | undefined): void => {
    for (const known of knownAs(address ?? '')) known.isInRecords = true;
  };
  const confirmed = { name: 'owner_id', value: accountId };
  for await (const { address } of partition(db, tables.recipients, confirmed, recipientAddress))
    noteRecord(address);
  const members = { name: 'account_id', value: accountId };
  for await (const each of partition(db, tables.members, members, member))
    if (!isActive(each)) noteRecord(each.email);
  const forms = formReader(db, tables.forms);
  let position: FormPosition | undefined;
  do {
    const page = await forms.list(accountId, FORMS_PER_PAGE, position);
    for (const { form_id, notify_emails } of page.rows) {
      for (const address of notify_emails) noteRecord(address);
      const ofForm = { name: 'form_id', value: form_id };
      for await (const row of partition(db, tables.submissions, ofForm, submission)) {
        const texts = [...Array.from(row.payload, ([, value]) => value), row.note ?? ''];
        for (const known of new Set(texts.flatMap(knownAs))) known.submissions.push(row);
      }
    }
    position = page.next;
  } while (position);
  return found;
}

/** Yields the items of a partition, so that they don't have to fit in memory. */
async function* partition<Row>(
  db: DocumentClient,
  table: string,
  { name, value }: { readonly name: string; readonly value: string },
  schema: z.ZodType<Row>,
): AsyncGenerator<Row> {
  let after: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: '#name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
        ConsistentRead: true,
        ExclusiveStartKey: after,
      }),
    );
    yield* z.array(schema).parse(Items ?? []);
    after = LastEvaluatedKey;
  } while (after);
}
