/**
 * Tests erasing the data of a confirmed data request against the emulators: the erased data, the counts, and
 * resuming after a crash at any call.
 */
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { newAccountId, newDataRequestId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import {
  dataRequest,
  newDataRequest,
  zipKeyOf,
  type DataRequest,
} from '../../lambdas/data-requests/data-request.ts';
import { dataRequestStore } from '../../lambdas/data-requests/data-request-store.ts';
import { eraseDeps } from '../../lambdas/data-requests/erasing/erase-deps.ts';
import { eraseStep } from '../../lambdas/data-requests/erasing/erase-step.ts';
import { erasedBatchStore } from '../../lambdas/data-requests/erasing/erased-batch-store.ts';
import { matchOf } from '../../lambdas/data-requests/search-step.ts';
import { searchedSubmissionStore } from '../../lambdas/data-requests/searched-submission-store.ts';
import { zipStore } from '../../lambdas/data-requests/packing/zip-store.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import { importInput, newImport, toImportItem, type StoredImport } from '../../lambdas/imports/import.ts';
import { importStore } from '../../lambdas/imports/import-store.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { newDelivery } from '../../lambdas/webhooks/delivery/delivery.ts';
import { newWebhook, type Webhook } from '../../lambdas/webhooks/webhook.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import {
  putAll,
  putSubmissions,
  storedForm,
  storedSubmissions,
  submissionOf,
} from '../support/samples/stored-records.ts';

const PERSON = 'ada@example.org';
const KEY = 'key of the account';

let stores: TestStores;
let buckets: TestBuckets;
beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
});
afterAll(() => Promise.all([stores.stop(), buckets.stop()]));

/** A clock that tests can advance. */
let time = Date.now();
const now = (): number => time;
const SECOND = 1000;

interface Account {
  readonly id: string;
  readonly forms: readonly Form[];
  readonly webhook: Webhook;
}

async function account(): Promise<Account> {
  const id = newAccountId(systemRandom);
  await putAll(stores.db, stores.tables.accounts, [{ account_id: id, cursor_key: KEY }]);
  const forms = [await storedForm(stores, { account: id }), await storedForm(stores, { account: id })];
  const owner = { account_id: id, owner_id: id };
  const webhook = newWebhook(owner, { url: 'https://hooks.example/' }, Date.now(), systemRandom);
  await putAll(stores.db, stores.tables.webhooks, [webhook]);
  return { id, forms, webhook };
}

/** Stores a submission with an attempted delivery and an e-mail to a recipient. */
async function post({ webhook }: Account, form: Form, email: string, at = time): Promise<Submission> {
  const stored = submissionOf(form, { at, fields: { email } });
  const { form_id, submission_id } = stored;
  await putSubmissions(stores, [stored]);
  const attempted = { ...newDelivery(webhook.webhook_id, submission_id, at), attempts: 1 };
  await putAll(stores.db, stores.tables.deliveries, [attempted]);
  await putAll(stores.db, stores.tables.emails, [
    {
      form_id,
      email_key: `${submission_id}.notification.rcp_1`,
      kind: 'notification',
      recipient_id: 'rcp_1',
      address: 'owner@example.com',
      status: 'delivered',
      changed_at: 'x',
    },
  ]);
  return stored;
}

/** Stores a confirmed request that has found these submissions. */
async function confirmed({ id }: Account, found: readonly Submission[]): Promise<DataRequest> {
  const input = { kind: 'erase', email: PERSON } as const;
  const made = newDataRequest(input, { accountId: id, key: KEY }, time, systemRandom);
  const request: DataRequest = {
    ...made,
    status: 'erasing',
    counts: { ...made.counts, submissions: found.length, recipients: 3 },
  };
  const requests = dataRequestStore(stores.db, stores.tables.formJobs);
  await requests.addMatches(found.map((each) => matchOf(request, each, ['email'], time)));
  await putAll(stores.db, stores.tables.formJobs, [request]);
  return request;
}

const stored = async ({ form_id, kind }: DataRequest): Promise<DataRequest> => {
  const { Item } = await stores.db.send(
    new GetCommand({ TableName: stores.tables.formJobs, Key: { form_id, kind }, ConsistentRead: true }),
  );
  return dataRequest.parse(Item);
};

type Send = (...args: unknown[]) => Promise<unknown>;

/** Returns a client that fails on one call, either before or after making the call. */
function failing<Client extends { send: unknown }>(
  client: Client,
  mayCall: () => 'yes' | 'no' | 'lost',
): Client {
  const send = (client.send as Send).bind(client);
  return Object.create(client, {
    send: {
      async value(...args: unknown[]) {
        const answer = mayCall();
        if (answer === 'no') throw new Error('crashed');
        const result = await send(...args);
        if (answer === 'lost') throw new Error('crashed');
        return result;
      },
    },
  }) as Client;
}

/** Runs one batch of the erasure and advances the clock if the erasure has to wait. */
async function step(
  request: DataRequest,
  mayCall: () => 'yes' | 'no' | 'lost' = () => 'yes',
  isOutOfTime: () => boolean = () => false,
): Promise<void> {
  const db = failing(stores.db, mayCall);
  const names = {
    tables: stores.tables,
    attachments: buckets.attachments,
    exports: buckets.exports,
    leftovers: { deadLetterQueues: [], buckets: [] },
    retention: { logDays: 30, backupDays: undefined },
  };
  const deps = eraseDeps(db, failing(buckets.s3, mayCall), names, {
    requests: dataRequestStore(db, stores.tables.formJobs, now),
    reader: searchedSubmissionStore(db, stores.tables),
    now,
  });
  const { delaySeconds = 0 } = await eraseStep(await stored(request), deps, isOutOfTime);
  time += delaySeconds * SECOND;
}

async function runToTheEnd(request: DataRequest): Promise<DataRequest> {
  for (let steps = 0; steps < 50; steps += 1) {
    const current = await stored(request);
    if (current.status === 'finished') return current;
    await step(request);
  }
  throw new Error(`Not finished: ${JSON.stringify(await stored(request))}`);
}

const left = async ({ forms }: Account): Promise<string[]> => {
  const rows = await Promise.all(forms.map(({ form_id }) => storedSubmissions(stores, form_id)));
  return rows.flat().map(({ submission_id }) => submission_id as string);
};

it('erases what was found and what has arrived since, and issues a certificate', async () => {
  const made = await account();
  const [one, two] = made.forms as [Form, Form];
  const found = [await post(made, one, PERSON), await post(made, one, PERSON), await post(made, two, PERSON)];
  const other = await post(made, two, 'other@example.org');
  const request = await confirmed(made, found);
  const confirmedAt = time;

  await step(request);
  expect(await left(made)).toEqual([other.submission_id]);
  expect(await stored(request)).toMatchObject({ status: 'erasing', erasure: { stage: 'wait' } });
  // The person submits the form again, and an owner adds a note to an old submission.
  await post(made, one, PERSON, confirmedAt + 1);
  const done = await runToTheEnd(request);
  expect(await left(made)).toEqual([other.submission_id]);

  expect(done).toMatchObject({ status: 'finished', digest: request.digest });
  for (const name of ['email', 'terms', 'note', 'search', 'erasure', 'slot'])
    expect(done).not.toHaveProperty(name);
  expect(Date.parse(done.searched_until)).toBeGreaterThanOrEqual(confirmedAt);
  expect(done.certificate).toMatchObject({
    digest: request.digest,
    kind: 'erase',
    counts: { submissions: 4, spam: 0, files: 0, emails: 4, deliveries: 4, recipients: 3 },
    searched_until: done.searched_until,
    told: {
      webhooks: [{ webhook_id: made.webhook.webhook_id, host: 'hooks.example', deliveries: 4 }],
      recipients: [{ address: 'owner@example.com', emails: 4 }],
      connections: [],
    },
  });
  expect(JSON.stringify(done)).not.toContain(PERSON);
  expect(done.forms.map(({ form_id, submissions }) => [form_id, submissions])).toEqual(
    expect.arrayContaining([
      [one.form_id, 3],
      [two.form_id, 1],
    ]),
  );
});

it('stops imports that may contain the person, deletes their files, and forgets imported rows', async () => {
  const made = await account();
  const [one, two] = made.forms as [Form, Form];
  const fileOf = (of: StoredImport) => `imports/${of.form_id}/${of.kind}`;
  const importOf = async (form: Form, change: Partial<StoredImport>): Promise<StoredImport> => {
    const input = importInput.parse({ format: 'csv' });
    const waiting = { ...newImport(form, input, time, systemRandom), ...change };
    await putAll(stores.db, stores.tables.formJobs, [toImportItem(waiting)]);
    const Body = `email\n${PERSON}\n`;
    await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.exports, Key: fileOf(waiting), Body }));
    return waiting;
  };
  const row = { row: 1, received_at: new Date(time).toISOString(), status: 'received', note: null } as const;
  const preview = [{ ...row, payload: { email: PERSON } }];
  const unfinished = [
    await importOf(one, {}),
    await importOf(one, { status: 'checking', preview }),
    await importOf(two, { status: 'ready', preview }),
    await importOf(two, { status: 'importing', preview, imported: 1 }),
  ];
  const finished = await importOf(two, { status: 'finished', finished_at: new Date(time).toISOString() });
  // The row was received long ago. Its digest doesn't expire.
  const old = submissionOf(one, { at: time - 400 * 86_400_000, fields: { email: PERSON } });
  const imported = { ...old, imported_at: new Date(time).toISOString() };
  await putSubmissions(stores, [imported]);
  const note = { form_id: one.form_id, key_digest: 'import#digest', import_id: finished.kind };
  await putAll(stores.db, stores.tables.idempotency, [{ ...note, submission_id: old.submission_id }]);

  const request = await confirmed(made, [imported]);
  await runToTheEnd(request);

  const imports = importStore(stores.db, stores.tables.formJobs);
  for (const { kind } of unfinished) {
    const stopped = await imports.find(kind);
    expect(stopped).toMatchObject({ status: 'failed', reason: expect.stringContaining('data was erased') });
    expect(stopped).not.toHaveProperty('preview');
  }
  expect(await imports.find(finished.kind)).toEqual(finished);
  const { Contents = [] } = await buckets.s3.send(
    new ListObjectsV2Command({ Bucket: buckets.exports, Prefix: 'imports/' }),
  );
  const keys = Contents.map(({ Key }) => Key);
  for (const each of unfinished) expect(keys).not.toContain(fileOf(each));
  expect(keys).toContain(fileOf(finished));
  const { form_id, key_digest } = note;
  const { Item } = await stores.db.send(
    new GetCommand({ TableName: stores.tables.idempotency, Key: { form_id, key_digest } }),
  );
  expect(Item).toBeUndefined();
  expect(await left(made)).toEqual([]);
});

it('keeps the ids of erased submissions but no matches', async () => {
  const made = await account();
  const found = [await post(made, made.forms[0]!, PERSON), await post(made, made.forms[1]!, PERSON)];
  const request = await confirmed(made, found);
  await runToTheEnd(request);
  const batches = await erasedBatchStore(stores.db, stores.tables.formJobs).list(request.kind, undefined);
  const ids = batches.flatMap(({ submissions }) => submissions.map(({ submission_id }) => submission_id));
  expect(ids.toSorted()).toEqual(found.map(({ submission_id }) => submission_id).toSorted());
  const requests = dataRequestStore(stores.db, stores.tables.formJobs);
  expect((await requests.matches(request.kind, 10, undefined)).rows).toEqual([]);
});

it('continues after a crash at any call and counts each submission once', async () => {
  let hasCrashed = true;
  let crashes = 0;
  for (let call = 1; hasCrashed; call += 1) {
    // Alternate between the two kinds of faults, because each one requires a whole erasure.
    const fault = call % 2 === 0 ? 'lost' : 'no';
    const made = await account();
    const request = await confirmed(made, [await post(made, made.forms[0]!, PERSON)]);
    let calls = 0;
    hasCrashed = false;
    for (let steps = 0; steps < 50; steps += 1) {
      if ((await stored(request)).status === 'finished') break;
      const attempt = step(request, () => {
        calls += 1;
        hasCrashed ||= calls === call;
        return calls === call ? fault : 'yes';
      });
      await attempt.catch((error: unknown) => expect(error).toEqual(new Error('crashed')));
    }
    const { status, certificate } = await stored(request);
    expect({ call, fault, status, counts: certificate?.counts }).toEqual({
      call,
      fault,
      status: 'finished',
      counts: { submissions: 1, spam: 0, files: 0, emails: 1, deliveries: 1, recipients: 3 },
    });
    expect(await left(made)).toEqual([]);
    crashes += Number(hasCrashed);
  }
  // An erasure makes almost a hundred calls.
  expect(crashes).toBeGreaterThan(80);
}, 300_000);

it('can run in two functions at the same time after a duplicate message', async () => {
  const made = await account();
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post(made, made.forms[index % 2]!, PERSON, time + index)),
  );
  const request = await confirmed(made, found);
  for (let steps = 0; steps < 50 && (await stored(request)).status !== 'finished'; steps += 1)
    await Promise.all([step(request), step(request)]);
  const done = await stored(request);
  expect(done.certificate?.counts).toMatchObject({ submissions: 8, emails: 8, deliveries: 8 });
  expect(await left(made)).toEqual([]);
});

it('continues in the next batch when its time runs out', async () => {
  const made = await account();
  const found = [await post(made, made.forms[0]!, PERSON)];
  const request = await confirmed(made, found);
  const stages: (string | undefined)[] = [];
  for (let steps = 0; steps < 50 && (await stored(request)).status !== 'finished'; steps += 1) {
    let checks = 0;
    await step(
      request,
      () => 'yes',
      () => (checks += 1) > 3,
    );
    stages.push((await stored(request)).erasure?.stage);
  }
  expect(new Set(stages)).toEqual(
    new Set([undefined, 'person', 'wait', 'search', 'last-pass', 'last-person']),
  );
});

it("deletes the person's earlier exports and stored copies of large exports", async () => {
  const made = await account();
  const [one, two] = made.forms as [Form, Form];
  const found = [await post(made, one, PERSON)];
  const other = await post(made, two, 'other@example.org');
  const zips = zipStore(buckets.s3, buckets.exports);
  const exportOf = async (digest: string, ids: readonly string[]): Promise<DataRequest> => {
    const base = await confirmed(made, []);
    const kind = newDataRequestId(made.id, time, systemRandom);
    const earlier: DataRequest = { ...base, kind, request_kind: 'export', status: 'finished', digest };
    const zip_key = zipKeyOf(earlier);
    await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.exports, Key: zip_key, Body: 'zip' }));
    await zips.storeIds(zip_key, ids);
    await putAll(stores.db, stores.tables.formJobs, [{ ...earlier, zip_key }]);
    return earlier;
  };
  const request = await confirmed(made, found);
  const ofSameAddress = await exportOf(request.digest, []);
  const ofSameSubmission = await exportOf('digest of words', [found[0]!.submission_id]);
  const ofOther = await exportOf('digest of other words', [other.submission_id]);
  for (const owner of [one.form_id, two.form_id, made.id])
    await buckets.s3.send(new PutObjectCommand({ Bucket: buckets.exports, Key: `${owner}/1`, Body: 'id' }));

  await runToTheEnd(request);
  const { Contents = [] } = await buckets.s3.send(new ListObjectsV2Command({ Bucket: buckets.exports }));
  const ownIds = [made.id, one.form_id, two.form_id];
  const keys = Contents.map(({ Key = '' }) => Key).filter((key) => ownIds.some((id) => key.includes(id)));
  expect(keys.toSorted()).toEqual(
    [zipKeyOf(ofOther), zipKeyOf(ofOther).replace('.zip', '.json'), `${two.form_id}/1`].toSorted(),
  );
  for (const earlier of [ofSameAddress, ofSameSubmission])
    expect(await stored(earlier)).not.toHaveProperty('zip_key');
  expect(await stored(ofOther)).toHaveProperty('zip_key');
});
