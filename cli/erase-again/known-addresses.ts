/** Finds an account's stored addresses by their digests. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DocumentClient } from '../../lambdas/aws/dynamodb.ts';
import { isActive, member } from '../../lambdas/auth/member.ts';
import { partitionsOf } from '../../lambdas/core/submission-pieces.ts';
import { digestOfWanted } from '../../lambdas/data-requests/data-request.ts';
import { addressesIn, searchedValues } from '../../lambdas/data-requests/person-matcher.ts';
import { formReader, type FormPosition } from '../../lambdas/forms/form-store.ts';
import { submission, type Submission } from '../../lambdas/submissions/submission.ts';

export interface AddressTables {
  readonly emails: string;
  readonly forms: string;
  readonly members: string;
  readonly recipients: string;
  readonly submissions: string;
}

/** A stored address and its locations. */
export interface KnownAddress {
  readonly email: string;
  /** Submissions that contain the address. */
  readonly submissions: Submission[];
  /** True if a recipient, an invitation or an e-mail record contains the address. */
  isInRecords: boolean;
}

interface SearchedAccount {
  readonly accountId: string;
  /** The account's key for hashing addresses. */
  readonly key: string;
  readonly digests: ReadonlySet<string>;
}

const withAddress = z.object({ address: z.string().optional() });
const FORMS_PER_PAGE = 200;

/** Returns the stored addresses that match one of the digests, keyed by digest. */
export async function knownAddresses(
  db: DocumentClient,
  tables: AddressTables,
  { accountId, key, digests }: SearchedAccount,
): Promise<Map<string, KnownAddress>> {
  const found = new Map<string, KnownAddress>();
  const knownIn = (text: string): KnownAddress[] =>
    addressesIn(text).flatMap((email) => {
      const digest = digestOfWanted({ email, terms: undefined }, key);
      if (!digests.has(digest)) return [];
      const known = found.get(digest) ?? { email, submissions: [], isInRecords: false };
      found.set(digest, known);
      return [known];
    });
  const noteRecord = (address = ''): void => {
    for (const known of knownIn(address)) known.isInRecords = true;
  };
  const noteRecords = async (table: string, name: string, value: string): Promise<void> => {
    for await (const { address } of partition(db, table, { name, value }, withAddress)) noteRecord(address);
  };

  await noteRecords(tables.recipients, 'owner_id', accountId);
  const members = { name: 'account_id', value: accountId };
  for await (const each of partition(db, tables.members, members, member))
    if (!isActive(each)) noteRecord(each.email);
  const forms = formReader(db, tables.forms);
  let position: FormPosition | undefined;
  do {
    const page = await forms.list(accountId, FORMS_PER_PAGE, position);
    for (const form of page.rows) {
      const { form_id, notify_emails } = form;
      for (const address of notify_emails) noteRecord(address);
      await noteRecords(tables.recipients, 'owner_id', form_id);
      await noteRecords(tables.emails, 'form_id', form_id);
      for (const value of partitionsOf(form)) {
        const piece = { name: 'form_id', value };
        for await (const row of partition(db, tables.submissions, piece, submission)) {
          const texts = searchedValues(row).map(([, text]) => text ?? '');
          for (const known of new Set(texts.flatMap(knownIn))) known.submissions.push(row);
        }
      }
    }
    position = page.next;
  } while (position);
  return found;
}

/** Yields the items of a partition without loading all of them into memory. */
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
