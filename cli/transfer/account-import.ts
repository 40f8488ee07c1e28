/**
 * Imports an exported account into a service. Can be repeated and resumed safely. Sends no notifications
 * about imported data.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { changeMarkerStore } from '../../lambdas/aws/change-marker-store.ts';
import { account, type Account } from '../../lambdas/accounts/account.ts';
import { batchGet } from '../../lambdas/aws/batch-get.ts';
import { conditionHolds, transact } from '../../lambdas/aws/dynamodb.ts';
import { timestamp, type Clock } from '../../lambdas/core/clock.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { operatorAudit } from '../operator-audit.ts';
import { AccountBeingDeleted, TransferRefused } from '../operator-errors.ts';
import { recordKinds, type RecordKind } from './export-format.ts';
import type { ExportPlace } from './export-place.ts';
import { importProgressStore, type ImportProgress } from './import-progress-store.ts';
import { importWriter, type ImportCounts } from './import-writer.ts';
import { checkedFile, filesOf, readExport, type CheckedExport } from './read-export.ts';
import type { storedFiles } from './stored-files.ts';
import type { TransferConnection } from './transfer-connection.ts';

/** Maximum number of records written in parallel. */
const CONCURRENCY = 8;
/**
 * Number of forms to look up per batch read. Each form takes up three of the 100 items in a batch.
 */
const FORMS_AT_ONCE = 33;

export interface ImportDeps {
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly files: Pick<ReturnType<typeof storedFiles>, 'exists' | 'put'>;
  readonly place: ExportPlace;
  /** Reports progress to the operator, one line at a time. */
  readonly report: (line: string) => void;
}

export interface ImportResult extends ImportCounts {
  readonly accountId: string;
  /** True if the import creates the account. Otherwise, keys and members are not imported. */
  readonly created: boolean;
}

/**
 * Validates an export and all its files without writing anything.
 * @throws DamagedExport, TransferRefused
 */
export async function checkExport(place: ExportPlace): Promise<CheckedExport> {
  const found = await readExport(place);
  const parts = found.manifest.kinds.submissions?.parts ?? 0;
  for (let number = 1; number <= parts; number += 1) {
    for (const record of await found.part('submissions', number))
      for (const file of filesOf(record)) (await checkedFile(place, record, file)).destroy();
  }
  return found;
}

/**
 * Imports an export, or resumes an interrupted import. Validates everything before the first write, except
 * for files, which are checked one by one before they are stored. The account stays suspended until the
 * import is complete.
 * @throws DamagedExport, TransferRefused, AccountBeingDeleted
 */
export async function importAccount(
  service: Pick<TransferConnection, 'db' | 'tables'>,
  { newSlugs }: { newSlugs: boolean },
  deps: ImportDeps,
): Promise<ImportResult> {
  const { now, random, place, report } = deps;
  const { db, tables } = service;
  const from = await readExport(place);
  const accountId = from.manifest.account_id;
  report(
    `${place.name} is complete: ${from.manifest.kinds.submissions?.records ?? 0} submissions of ${accountId}.`,
  );
  const progress = importProgressStore(db, tables.counters, accountId);
  const stored = await storedAccount(service, accountId);
  if (stored?.deleted_at !== undefined) throw new AccountBeingDeleted(accountId);
  const found = await progress.find();
  const isResumed = found?.digest === from.digest;
  const begun: ImportProgress = isResumed
    ? found
    : {
        digest: from.digest,
        started_at: timestamp(now()),
        // An unfinished import of a different export also counts, if that import created the account.
        creates_account: stored === undefined || found?.creates_account === true,
        next_kind: 0,
        next_part: 1,
      };
  if (isResumed)
    report(`Continuing with ${recordKinds[begun.next_kind] ?? 'the end'}, part ${begun.next_part}.`);
  await assertNoClash(service, from, newSlugs);
  const writer = importWriter(
    from,
    { service, files: deps.files, place, random },
    { now: now(), importedAt: begun.started_at, withAccess: begun.creates_account, newSlugs },
  );
  const { counts } = writer;
  if (!isResumed) await progress.put(begun, now());
  if (begun.creates_account) await writer.createAccount(begun.started_at);

  for (const [index, kind] of recordKinds.entries()) {
    if (index < begun.next_kind) continue;
    const parts = from.manifest.kinds[kind]?.parts ?? 0;
    for (let number = index === begun.next_kind ? begun.next_part : 1; number <= parts; number += 1) {
      await writeAll(kind, await from.part(kind, number), writer.write);
      await progress.put({ ...begun, next_kind: index, next_part: number + 1 }, now());
      report(
        `${kind}: part ${number} of ${parts}; ${counts.written} written, ${counts.present} already present.`,
      );
    }
  }
  await finish(service, from, begun, deps);
  await progress.remove();
  return { accountId, created: begun.creates_account, ...counts };
}

async function writeAll<Kind extends RecordKind, Of>(
  kind: Kind,
  records: readonly Of[],
  write: (kind: Kind, record: Of) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < records.length; start += CONCURRENCY)
    await Promise.all(records.slice(start, start + CONCURRENCY).map((record) => write(kind, record)));
}

async function storedAccount(
  { db, tables }: Pick<TransferConnection, 'db' | 'tables'>,
  accountId: string,
): Promise<Account | undefined> {
  const Key = { account_id: accountId };
  const { Item } = await db.send(new GetCommand({ TableName: tables.accounts, Key, ConsistentRead: true }));
  return Item && account.parse(Item);
}

const slugOwner = z.object({ slug: z.string(), form_id: z.string(), account_id: z.string() });

/**
 * Checks for conflicts before anything is written. A form's id or slug must not belong to another account. A
 * form must not be being deleted, because the deletion job would also delete the imported data.
 * @throws TransferRefused
 */
async function assertNoClash(
  { db, tables }: Pick<TransferConnection, 'db' | 'tables'>,
  { forms, manifest }: CheckedExport,
  newSlugs: boolean,
): Promise<void> {
  const taken: string[] = [];
  for (let start = 0; start < forms.length; start += FORMS_AT_ONCE) {
    const some = forms.slice(start, start + FORMS_AT_ONCE);
    const slugs = [...new Set(some.flatMap(({ slug, form_id }) => [slug, form_id]))];
    const found = await batchGet(db, {
      [tables.formSlugs]: { Keys: slugs.map((slug) => ({ slug })), ConsistentRead: true },
      [tables.formJobs]: {
        Keys: some.map(({ form_id }) => ({ form_id, kind: 'deletion' })),
        ConsistentRead: true,
      },
    });
    const [deleting] = found[tables.formJobs] ?? [];
    if (deleting)
      throw new TransferRefused(`The form ${String(deleting['form_id'])} is being deleted. Try again later.`);
    const owners = new Map(
      slugOwner
        .array()
        .parse(found[tables.formSlugs] ?? [])
        .map((owner) => [owner.slug, owner]),
    );
    for (const { form_id, slug } of some) {
      const present = owners.get(form_id);
      if (present && present.account_id !== manifest.account_id)
        throw new TransferRefused(`The form ${form_id} already belongs to another account.`);
      const owner = owners.get(slug);
      if (!present && owner && owner.form_id !== form_id) taken.push(slug);
    }
  }
  if (taken.length > 0 && !newSlugs)
    throw new TransferRefused(
      `Nothing was imported, because other forms have these slugs: ${taken.join(', ')}. Use --new-slugs to give the imported forms new ones.`,
    );
}

/** Ends the suspension that the import started, updates the change markers and adds an audit log entry. */
async function finish(
  service: Pick<TransferConnection, 'db' | 'tables'>,
  { account: exported, manifest }: CheckedExport,
  { creates_account, started_at }: ImportProgress,
  { now, random }: ImportDeps,
): Promise<void> {
  const { db, tables } = service;
  const accountId = manifest.account_id;
  const row = operatorAudit(service, now, random).rowOf(accountId, 'importAccount');
  await transact(db, { TransactItems: [row] });
  await changeMarkerStore(db, tables.counters).note(accountId, 'writes');
  if (!creates_account) return;
  const { suspended_at } = exported;
  await conditionHolds(
    db.send(
      new UpdateCommand({
        TableName: tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: suspended_at === undefined ? 'REMOVE suspended_at' : 'SET suspended_at = :before',
        // Keep the suspension if someone else has suspended the account during the import.
        ConditionExpression: 'suspended_at = :import',
        ExpressionAttributeValues: {
          ':import': started_at,
          ...(suspended_at !== undefined && { ':before': suspended_at }),
        },
      }),
    ),
  );
}
