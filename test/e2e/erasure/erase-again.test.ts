/**
 * Tests `erase-again` in a running service. The data of two people is erased and then restored from older
 * tables and files. The command must erase it again, without erasing anything that arrived later.
 */
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { eraseAgainProgram } from '../../../cli/erase-again/erase-again-program.ts';
import { restoreProgram } from '../../../cli/restore/restore-program.ts';
import { clientFor, localOutputs } from '../../../cli/service-connection.ts';
import { eventually } from '../../support/browser/eventually.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';
import { placesOf, type Places } from '../../support/service/marker-search.ts';
import { operatorIn } from '../../support/service/operator.ts';
import { restoredCopy } from '../../support/service/restored-copy.ts';
import { startService, type RunningService } from '../../support/service/service.ts';

/** Text that each erased submission contains. */
const MARKER = 'zqmarker9k27';
/** The second person is found by this word. */
const WORD = 'zqword5t31';
const ADDRESS = 'ada@example.org';
const NOWHERE: Places = { tables: [], objects: [], queues: [], logs: [] };
/** An erasure waits a minute for late writes to finish. */
const ERASURE_MS = 200_000;

let service: RunningService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

async function post(body: URLSearchParams | FormData): Promise<string> {
  const response = await service.request(`/v1/f/${service.outputs.form.slug}`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

const statusOf = async (id: string): Promise<number> =>
  (await service.manage('GET', `/v1/submissions/${id}`)).status;

const finished = async (id: string): Promise<any> => {
  const read = async () => (await service.manage('GET', `/v1/data-requests/${id}`)).body;
  const isOver = ({ status }: any): boolean => status === 'finished' || status === 'failed';
  const request = await eventually(read, isOver, ERASURE_MS);
  expect(request).toMatchObject({ status: 'finished' });
  return request;
};

/** Erases a person's data and returns the id of the finished request. */
async function erase(wanted: object): Promise<string> {
  const { body } = await service.manage('POST', '/v1/data-requests', { kind: 'erase', ...wanted });
  const path = `/v1/data-requests/${body.id}`;
  await eventually(
    async () => (await service.manage('GET', path)).body.status,
    (status) => status === 'ready',
  );
  expect((await service.manage('POST', `${path}/confirm`)).status).toBe(202);
  await finished(body.id);
  return body.id;
}

/** Reads all submitted files, as a backup does. */
async function files(): Promise<PutObjectCommandInput[]> {
  const { outputs, endpoints } = localOutputs(service.folder);
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: true });
  const Bucket = outputs['AttachmentsBucket'];
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  const found = await Promise.all(
    Contents.map(async ({ Key }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return { Bucket, Key, Body: await Body?.transformToByteArray() };
    }),
  );
  s3.destroy();
  return found;
}

async function putBack(objects: readonly PutObjectCommandInput[]): Promise<void> {
  const { endpoints } = localOutputs(service.folder);
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: true });
  for (const each of objects) await s3.send(new PutObjectCommand(each));
  s3.destroy();
}

it('erases restored data again but nothing else', async () => {
  const { account_id, form } = service.outputs;
  const webhook = { url: receiver.url };
  expect((await service.manage('POST', `/v1/forms/${form.id}/webhooks`, webhook)).status).toBe(201);
  const upload = new FormData();
  upload.append('email', `Ada <${ADDRESS.toUpperCase()}>`);
  upload.append('cv', new Blob([`About ${MARKER}`]), `${MARKER}.txt`);
  const ofAda = [await post(upload), await post(new URLSearchParams({ text: MARKER, email: ADDRESS }))];
  const ofWord = await post(new URLSearchParams({ name: `Bob ${MARKER} ${WORD}` }));
  const other = await post(new URLSearchParams({ name: 'Cy', email: `x${ADDRESS}` }));
  await receiver.until(4);
  const before = await eventually(
    () => placesOf(service.folder, MARKER),
    ({ tables, queues }) => tables.length > 0 && queues.length === 0,
  );
  expect(before).toMatchObject({ tables: ['SubmissionsTable'], objects: [expect.stringContaining(form.id)] });

  const backup = await files();
  const { outputs } = localOutputs(service.folder);
  const restored = ['Submissions', 'Deliveries', 'Emails'];
  for (const name of restored)
    await restoredCopy(service.folder, outputs[`${name}Table`]!, `restored-${name}`);
  const [byAddress, byWord] = await Promise.all([erase({ email: ADDRESS }), erase({ terms: [WORD] })]);
  const eraseAgain = operatorIn(service.folder, eraseAgainProgram);
  expect(await eraseAgain('--local')).toEqual({
    code: 0,
    stdout: 'No erased data was found.\n',
    stderr: '',
  });

  const tables = restored.map((name) => `${name}=restored-${name}`).join();
  const restore = operatorIn(service.folder, restoreProgram);
  const setting = JSON.parse((await restore('--local', '--json', '--tables', tables)).stdout);
  const { folder } = service;
  await service.stop({ keep: true });
  service = await startService({ folder, env: { SVC_SETTINGS: JSON.stringify({ restore: setting }) } });
  await putBack(backup);
  for (const id of [...ofAda, ofWord]) expect(await statusOf(id)).toBe(200);
  // The person submits the form again after the erasure has finished.
  const later = await post(new URLSearchParams({ email: ADDRESS, text: 'Hello again' }));

  // Without --yes, the command only prints the planned actions.
  const shown = await eraseAgain('--local', '--json');
  const rows = JSON.parse(shown.stdout);
  const row = (erased_by: string, submissions: number, address_found: boolean) => {
    return { account_id, erased_by, submissions, address_found, request_id: null };
  };
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(row(byAddress, 2, true));
  expect(rows).toContainEqual(row(byWord, 1, false));
  expect((await eraseAgain('--local')).stdout).toContain('Add --yes to erase this data again.');
  expect((await placesOf(service.folder, MARKER)).tables).toEqual(['SubmissionsTable']);

  const started = JSON.parse((await eraseAgain('--local', '--json', '--yes')).stdout);
  const ids: string[] = started.map(({ request_id }: any) => request_id);
  expect(ids).toEqual([expect.stringMatching(/^dsr_/), expect.stringMatching(/^dsr_/)]);
  // A request that is already running isn't started again.
  const twice = JSON.parse((await eraseAgain('--local', '--json', '--yes')).stdout);
  expect(twice.every(({ request_id }: any) => ids.includes(request_id))).toBe(true);
  const requests = await Promise.all(ids.map(finished));
  const counts = requests.map((each) => each.counts.submissions as number);
  expect(counts.toSorted()).toEqual([1, 2]);

  expect(await placesOf(service.folder, MARKER)).toEqual(NOWHERE);
  for (const id of [...ofAda, ofWord]) {
    expect(await statusOf(id)).toBe(404);
    // The restored deliveries and e-mail records are gone.
    expect((await placesOf(service.folder, id)).tables.filter((name) => name !== 'FormJobsTable')).toEqual(
      [],
    );
  }
  for (const id of [other, later]) expect(await statusOf(id)).toBe(200);
  expect((await eraseAgain('--local')).stdout).toBe('No erased data was found.\n');
}, 600_000);
