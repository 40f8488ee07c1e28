/**
 * Tests exporting an account and importing it into another service: all of the account's data arrives exactly
 * once, even after interruptions, and no other data arrives.
 */
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportAccount } from '../../../cli/transfer/account-export.ts';
import { checkExport, importAccount } from '../../../cli/transfer/account-import.ts';
import { exportPlace, type ExportPlace } from '../../../cli/transfer/export-place.ts';
import { formIdOfPartition } from '../../../lambdas/core/submission-pieces.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { formWriter } from '../../../lambdas/forms/form-store.ts';
import { startBuckets } from '../../support/emulators/buckets.ts';
import { startStores } from '../../support/emulators/stores.ts';
import { counted } from './counted-calls.ts';
import { filledAccount, type FilledAccount, type Place } from './filled-account.ts';

let source: Place;
let target: Place;
let other: FilledAccount;
let ours: FilledAccount;
let folders: string;

beforeAll(async () => {
  const [a, b, c, d] = await Promise.all([startStores(), startStores(), startBuckets(), startBuckets()]);
  source = { stores: a, buckets: c };
  target = { stores: b, buckets: d };
  other = await filledAccount(source);
  ours = await filledAccount(source);
  folders = mkdtempSync(join(tmpdir(), 'svc-test-export-'));
});
afterAll(async () => {
  for (const { stores, buckets } of [source, target]) await Promise.all([stores.stop(), buckets.stop()]);
  rmSync(folders, { recursive: true });
});

let count = 0;
const newFolder = (): string => join(folders, String((count += 1)));
const folderOf = (path: string): ExportPlace =>
  exportPlace(path, () => {
    throw new Error('There is no bucket');
  });

const exporting = async (
  path: string,
  {
    withSecrets = true,
    mostCalls,
    account = ours,
    formId,
  }: Partial<{ withSecrets: boolean; mostCalls: number; account: FilledAccount; formId: string }> = {},
): Promise<number> => {
  const { service, files, place, calls } = counted(source, folderOf(path), mostCalls);
  const request = { accountId: account.accountId, formId, withSecrets };
  await exportAccount(service, request, { now: Date.now, files, place, report: () => undefined });
  return calls();
};
const importing = async (
  path: string,
  {
    mostCalls,
    newSlugs = false,
    into = target,
  }: { mostCalls?: number; newSlugs?: boolean; into?: Place } = {},
) => {
  const { service, files, place, calls } = counted(into, folderOf(path), mostCalls);
  const result = await importAccount(
    service,
    { newSlugs },
    { now: Date.now, random: systemRandom, files, place, report: () => undefined },
  );
  return { ...result, calls: calls() };
};

/** Returns all items that a service stores, by table. Items are serialized with sorted keys. */
async function stored(of: Place): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = Object.entries(of.stores.tables).map(async ([name, TableName]) => {
    const items: Record<string, unknown>[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await of.stores.db.send(
        new ScanCommand({ TableName, ...(start && { ExclusiveStartKey: start }) }),
      );
      items.push(...(page.Items ?? []));
      start = page.LastEvaluatedKey;
    } while (start);
    return [name, items] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** Serializes a value. The result is independent of the order of object keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Uint8Array) return `bytes ${Buffer.from(member).toString('hex')}`;
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Returns the account's items that the other service should contain after an import. */
async function expectedOf({ accountId, forms }: FilledAccount): Promise<Record<string, string[]>> {
  const ids = [accountId.slice('acc_'.length), ...forms.map(({ form_id }) => form_id.slice('frm_'.length))];
  const now = Date.now() / 1000;
  const all = await stored(source);
  const kept = (name: string, item: Record<string, unknown>): boolean =>
    !['sessions', 'invitations'].includes(name) &&
    !String(item['counter']).startsWith('changes#') &&
    // The units used of a quota counter's shards are exported as the counter's.
    !String(item['counter']).endsWith('#3') &&
    !(typeof item['expires_at'] === 'number' && item['expires_at'] < now) &&
    !(name === 'deliveries' && item['status'] === 'pending') &&
    ids.some((id) => canonical(item).includes(id));
  return Object.fromEntries(
    Object.entries(all).map(([name, items]) => [
      name,
      items
        .filter((item) => kept(name, item))
        // A member's last sign-in isn't exported, and zero counts are omitted.
        .map(({ signed_in_at: _, invited_owners: __, shard_3: shard, ...item }) =>
          canonical(shard === undefined ? item : { ...item, used: 42 }),
        )
        .toSorted(),
    ]),
  );
}

/** Returns the items in the other service, without the data that an import adds. */
async function imported(of: Place = target): Promise<Record<string, string[]>> {
  const all = await stored(of);
  return Object.fromEntries(
    Object.entries(all).map(([name, items]) => [
      name,
      items
        .filter(
          ({ action, counter }) => action !== 'importAccount' && !String(counter).startsWith('changes#'),
        )
        .map(({ imported_at: _, ...item }) => canonical(item))
        .toSorted(),
    ]),
  );
}

/** Removes all data from the target service. */
async function emptyTarget(): Promise<void> {
  const { stores, buckets } = target;
  await Promise.all([stores.stop(), buckets.stop()]);
  const [fresh, bucket] = await Promise.all([startStores(), startBuckets()]);
  target = { stores: fresh, buckets: bucket };
}
afterEach(emptyTarget);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

it("transfers all of the account's data byte for byte, but nothing from other accounts", async () => {
  const folder = newFolder();
  await exporting(folder);
  const result = await importing(folder);
  expect(result).toMatchObject({ created: true, present: 0, files: 4, missingFiles: 0, leftOut: 2 });
  expect(await imported()).toEqual(await expectedOf(ours));
  const { buckets } = target;
  expect((await buckets.keys(buckets.attachments)).length).toBe(4);
  const text = filesBelow(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
  for (const id of [other.accountId, ...other.forms.map(({ form_id }) => form_id)])
    expect(text.includes(id.slice(4))).toBe(false);
  // Only the owner can read the files.
  for (const name of filesBelow(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  const submissions = (await stored(target))['submissions']!;
  expect(submissions).toHaveLength(ours.submissions);
  const ofHotForm = submissions.filter(({ form_id }) => String(form_id).startsWith(ours.forms[0]!.form_id));
  expect(new Set(ofHotForm.map(({ form_id }) => form_id)).size).toBeGreaterThan(1);
  // Because of `imported_at`, fan-out doesn't notify anyone.
  expect(submissions.every(({ imported_at }) => typeof imported_at === 'string')).toBe(true);
});

it('exports no secrets unless requested and disables resources that need one', async () => {
  const folder = newFolder();
  await exporting(folder, { withSecrets: false });
  const text = filesBelow(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const [account] = (await stored(source))['accounts']!.filter(
    ({ account_id }) => account_id === ours.accountId,
  );
  for (const secret of [...ours.secrets, ours.key, account!['cursor_key'] as string])
    expect(text.includes(secret)).toBe(false);
  expect(await importing(folder)).toMatchObject({ disabledWebhooks: 3, lostChallenges: 2 });
  const { webhooks, forms, formSlugs, apiKeys, accounts } = await stored(target);
  for (const webhook of webhooks!) {
    expect(webhook).toMatchObject({ enabled: false, secret: expect.stringMatching(/^whsec_.{44}$/) });
    expect(webhook).not.toHaveProperty('headers');
    expect(webhook).not.toHaveProperty('header_names');
    expect(ours.secrets).not.toContain(webhook['secret']);
  }
  for (const item of [...forms!, ...formSlugs!])
    expect(item).toMatchObject({ challenge: { enabled: false }, challenge_secret: null });
  // Keys still work, because the service only needs their hashes. All of an account's cursors use the same
  // secret.
  expect(apiKeys).toHaveLength(2);
  expect(new Set([...apiKeys!, ...accounts!].map(({ cursor_key }) => cursor_key)).size).toBe(1);
});

it('exports the same data after an interruption at any step', async () => {
  const whole = newFolder();
  const calls = await exporting(whole);
  const cut = newFolder();
  for (let mostCalls = 3; ; mostCalls += 9) {
    try {
      await exporting(cut, { mostCalls });
      break;
    } catch (error) {
      expect(String(error)).toContain('cut off');
      if (mostCalls > calls + 9) throw new Error('The transfer does not end', { cause: error });
    }
  }
  const recordsIn = (folder: string): Record<string, string[]> =>
    Object.fromEntries(
      readdirSync(folder)
        .filter((kind) => !kind.endsWith('.json') && kind !== 'files')
        .map((kind) => [
          kind,
          filesBelow(join(folder, kind))
            .flatMap((name) =>
              readFileSync(join(folder, kind, name), 'utf8')
                .split('\n')
                .slice(0, -2),
            )
            .map((line) => canonical(JSON.parse(line)))
            .toSorted(),
        ]),
    );
  expect(recordsIn(cut)).toEqual(recordsIn(whole));
  expect(filesBelow(cut).filter((name) => /progress|unfinished/.test(name))).toEqual([]);
  await importing(cut);
  expect(await imported()).toEqual(await expectedOf(ours));
});

it('imports the same data after an interruption at any step and allows no access before it finishes', async () => {
  const folder = newFolder();
  await exporting(folder);
  const whole = await importing(folder);
  await emptyTarget();
  for (let mostCalls = 10; ; mostCalls += Math.ceil(whole.calls / 12)) {
    try {
      await importing(folder, { mostCalls });
      break;
    } catch (error) {
      expect(String(error)).toContain('cut off');
      const [account] = (await stored(target))['accounts']!;
      if (account) expect(account).toHaveProperty('suspended_at');
      if (mostCalls > whole.calls * 2) throw new Error('The transfer does not end', { cause: error });
    }
  }
  const [account] = (await stored(target))['accounts']!;
  expect(account).not.toHaveProperty('suspended_at');
  expect(await imported()).toEqual(await expectedOf(ours));
}, 60_000);

it('writes nothing when an import is repeated, and never restores access', async () => {
  const folder = newFolder();
  await exporting(folder);
  await importing(folder);
  expect(await importing(folder)).toMatchObject({ created: false, written: 0, files: 0 });
  // Importing into the original service doesn't change anything either, even if a key or member was removed
  // after the export.
  expect(await importing(folder, { into: source })).toMatchObject({ created: false, written: 0 });
});

it('makes the fan-out look up account-wide webhooks when it imports the first ones', async () => {
  const folder = newFolder();
  await exporting(folder);
  const { db, tables } = target.stores;
  const Key = { account_id: ours.accountId };
  const withMark = { ...Key, name: 'Ours', plan: 'pro', cursor_key: 'key', no_account_webhooks: true };
  const Item = { ...withMark, created_at: '2026-11-01T00:00:00.000Z' };
  await db.send(new PutCommand({ TableName: tables.accounts, Item }));
  expect(await importing(folder)).toMatchObject({ created: false });
  expect((await stored(target))['accounts']).toEqual([
    expect.not.objectContaining({ no_account_webhooks: true }),
  ]);
});

it('restarts the probes for failing webhooks', async () => {
  const folder = newFolder();
  await exporting(folder);
  const since = '2026-11-20T09:30:00.000Z';
  rewritePart(folder, 'webhooks', (line) =>
    line.replace('"enabled":true', `"enabled":true,"auto_recover":true,"failing_since":"${since}"`),
  );
  await importing(folder);
  const { webhooks } = await stored(target);
  expect(webhooks!.length).toBeGreaterThan(0);
  for (const webhook of webhooks!) expect(webhook).toMatchObject({ failing_since: since, probe_due: since });
});

it("notifies the fan-out when it imports an existing form's first webhook", async () => {
  const folder = newFolder();
  await exporting(folder);
  const [form] = ours.forms;
  // Restore the form to its state before its webhook was created in the other service.
  const { db, tables } = target.stores;
  const slugs = { forms: tables.forms, slugs: tables.formSlugs, jobs: tables.formJobs };
  await formWriter(db, slugs).create(form!, undefined, [], { noWebhooks: true });
  const marksOf = async () => {
    const { formSlugs } = await stored(target);
    return formSlugs!.filter(({ form_id }) => form_id === form!.form_id).map((each) => each['no_webhooks']);
  };
  expect(await marksOf()).toEqual([true, true]);
  await importing(folder);
  expect(await marksOf()).toEqual([undefined, undefined]);
});

it('restores a single deleted form', async () => {
  const [form, another] = ours.forms;
  const folder = newFolder();
  await exporting(folder, { formId: form!.form_id });
  await importing(folder);
  const { forms, submissions } = await stored(target);
  expect(forms!.map(({ form_id }) => form_id)).toEqual([form!.form_id]);
  expect(submissions!.some(({ form_id }) => form_id === another!.form_id)).toBe(false);
});

it('imports nothing if a slug is taken, unless asked to pick other slugs', async () => {
  const [mine, theirs] = [newFolder(), newFolder()];
  await exporting(mine);
  await exporting(theirs, { account: other });
  // Simulate two services that each have a form with this slug.
  rewritePart(theirs, 'forms', (line) => line.replaceAll(other.slug, ours.slug));
  await importing(mine);
  const before = await imported();
  await expect(importing(theirs)).rejects.toThrow(`slugs: ${ours.slug}. Use --new-slugs`);
  expect(await imported()).toEqual(before);
  const { newSlugs } = await importing(theirs, { newSlugs: true });
  expect(newSlugs).toEqual([expect.stringMatching(new RegExp(`^${ours.slug} → ${ours.slug}-[0-9a-f]{6}$`))]);
});

it('refuses to write a different export to the same destination', async () => {
  const folder = newFolder();
  await exporting(folder);
  await expect(exporting(folder, { account: other })).rejects.toThrow('contains a different export');
  await expect(exporting(folder, { withSecrets: false })).rejects.toThrow('contains a different export');
});

/** Changes the lines of an export part and updates its checksum, as a forged export would. */
function rewritePart(folder: string, kind: string, change: (line: string) => string): void {
  const path = join(folder, kind, '00000001.ndjson');
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -2).map(change);
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(path, `${text}${JSON.stringify({ end: { records: lines.length, sha256 } })}\n`);
}
const firstFile = (folder: string): string =>
  join(folder, 'files', filesBelow(join(folder, 'files')).toSorted()[0]!);

describe('a modified export', () => {
  let good: string;
  beforeAll(async () => {
    good = newFolder();
    await exporting(good);
  });

  it.each<[string, (folder: string) => void, string]>([
    [
      'with another text',
      (folder) => replaceIn(join(folder, 'submissions/00000001.ndjson'), 'Ada', 'Eve'),
      'checksum',
    ],
    ['cut off', (folder) => cutOff(join(folder, 'submissions/00000001.ndjson')), 'is truncated'],
    [
      'without one of its parts',
      (folder) => unlinkSync(join(folder, 'emails/00000001.ndjson')),
      'is missing',
    ],
    ['without its manifest', (folder) => unlinkSync(join(folder, 'manifest.json')), 'not contain a complete'],
    [
      'with another version',
      (folder) => replaceIn(join(folder, 'manifest.json'), '"version": 1', '"version": 2'),
      'version',
    ],
    [
      'with one record less',
      (folder) =>
        rewritePart(folder, 'audit-events', (line) => line.replace(/"acc_\w+#/, '"acc_000000000000#')),
      'refers to a record that is not in the export',
    ],
    [
      'with a form of another account',
      (folder) => rewritePart(folder, 'forms', (line) => line.replace(ours.accountId, other.accountId)),
      'refers to a record that is not in the export',
    ],
    [
      'with submissions for a form that is not in the export',
      (folder) =>
        rewritePart(folder, 'submissions', (line) =>
          line.replaceAll(ours.forms[0]!.form_id, other.forms[0]!.form_id),
        ),
      'refers to a record that is not in the export',
    ],
    [
      'with a path as a file id',
      (folder) =>
        rewritePart(folder, 'submissions', (line) =>
          line.replaceAll(/file_0+1"/g, '../../../../etc/passwd"'),
        ),
      'file with an invalid id',
    ],
    [
      'with an endless line',
      (folder) =>
        rewritePart(folder, 'emails', (line) => line.replace('"delivered"', `"${'x'.repeat(5_000_000)}"`)),
      'too long',
    ],
    [
      'with a part of many megabytes',
      (folder) => writeFileSync(join(folder, 'emails/00000001.ndjson'), Buffer.alloc(33 * 1024 * 1024, 'x')),
      'maximum size of a part',
    ],
    [
      'with a file whose content differs',
      (folder) => writeFileSync(firstFile(folder), 'a file X '),
      'checksum',
    ],
    [
      "with a link to one of the operator's files",
      (folder) => {
        const path = firstFile(folder);
        unlinkSync(path);
        symlinkSync('/etc/hostname', path);
      },
      'outside the export folder',
    ],
  ])('%s is refused, and no damaged data is stored', async (_, change, message) => {
    const folder = newFolder();
    cpSync(good, folder, { recursive: true });
    change(folder);
    await expect(checkExport(folderOf(folder))).rejects.toThrow(message);
    await expect(importing(folder)).rejects.toThrow(message);
    const { accounts, submissions } = await stored(target);
    // Files are checked one at a time while the account is suspended, so some may already have been stored.
    for (const account of accounts!) expect(account).toHaveProperty('suspended_at');
    const { buckets } = target;
    const keys = await buckets.keys(buckets.attachments);
    expect(keys.length).toBeLessThan(4);
    for (const { attachments = [], form_id, submission_id } of submissions as any[])
      for (const { file_id } of attachments)
        expect(keys).toContain(`${formIdOfPartition(form_id)}/${submission_id}/${file_id}`);
  });

  function replaceIn(path: string, from: string, to: string): void {
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
  function cutOff(path: string): void {
    writeFileSync(path, readFileSync(path).subarray(0, -10));
  }
});

it('takes only eight times as much work for an account that is eight times as large', async () => {
  const large = await filledAccount(source, 8);
  const [one, eight] = [newFolder(), newFolder()];
  const exported = [await exporting(one), await exporting(eight, { account: large })];
  expect(exported[1]! / exported[0]!).toBeLessThan(8.5);
  const one_ = await importing(one);
  const eight_ = await importing(eight);
  expect(eight_.calls / one_.calls).toBeLessThan(8.5);
  process.stdout.write(
    `Calls at 1x and 8x: export ${exported.join(', ')}; import ${one_.calls}, ${eight_.calls}\n`,
  );
}, 60_000);
