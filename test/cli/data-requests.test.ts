/** Tests `svc-forms data-request` with a running service. */
import { strFromU8, unzipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataRequestProgram } from '../../cli/data-request/data-request-program.ts';
import { nextStepOf, type ShownRequest } from '../../cli/data-request/shown-request.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let folder: string;
let typed = '';
const questions: string[] = [];

beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = mkdtempSync(join(tmpdir(), 'svc-test-data-requests-'));
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify(service.outputs));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const interactive = (...args: string[]) =>
  operatorIn(folder, dataRequestProgram, (question) => {
    questions.push(question);
    return Promise.resolve(typed);
  })(...args, '--local');
const local = (...args: string[]) => operatorIn(folder, dataRequestProgram)(...args, '--local');

/** Runs a command that must succeed. Returns its JSON output. */
async function json(...args: string[]) {
  const ended = await local(...args, '--json');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout);
}

async function posted(fields: Record<string, string>): Promise<string> {
  const { slug } = (await service.manage('POST', '/v1/forms', { name: randomUUID() })).body;
  const response = await service.request(`/v1/f/${slug}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json' },
  });
  return ((await response.json()) as { id: string }).id;
}

it('starts an export, waits until the file is ready, and downloads it', async () => {
  const email = `${randomUUID()}@example.com`;
  const id = await posted({ name: 'Ada', email });
  const created = await local('create', '--kind', 'export', '--email', email.toUpperCase(), '--note', 'T-1');
  expect(created.code).toBe(0);
  expect(created.stderr).toMatch(/^Searching: \d+ submissions …\n/);
  expect(created.stdout).toMatch(/^status +finished$/m);
  expect(created.stdout).toMatch(/^submissions +1 \(0 spam\)$/m);
  const request = /^To save the ZIP file, run: svc-forms data-request download (dsr_\w+) --local$/m.exec(
    created.stdout,
  )![1]!;

  const file = join(folder, 'ada.zip');
  const saved = await json('download', request, '--to', file);
  expect(saved).toEqual({ id: request, file, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const entries = unzipSync(new Uint8Array(readFileSync(file)));
  expect(JSON.parse(strFromU8(entries['submissions.json']!))).toMatchObject([{ id }]);

  const before = readFileSync(file);
  expect(await local('download', request, '--to', file)).toMatchObject({
    code: 1,
    stderr: `${file} can't be created: it already exists. Use --to to choose another name.\n`,
  });
  expect(readFileSync(file)).toEqual(before);
});

it('erases data only after the address is typed', async () => {
  const email = `${randomUUID()}@example.com`;
  await posted({ email });
  const request = await json('create', '--kind', 'erase', '--email', email);
  expect(request).toMatchObject({ kind: 'erase', email, status: 'ready', counts: { submissions: 1 } });
  const { id } = request;

  const refusal = 'Nothing was erased. Type the requested text to confirm, or use --yes.\n';
  expect(await local('confirm', id)).toMatchObject({ code: 1, stderr: refusal });
  typed = `x${email}`;
  expect(await interactive('confirm', id)).toMatchObject({ code: 1, stdout: '' });
  expect(questions.at(-1)).toBe(
    `This permanently erases 1 submission and all related data. Type ${email} to continue: `,
  );
  expect((await json('show', id)).status).toBe('ready');
  expect((await local('download', id)).stderr).toBe(
    `${id} has nothing to download yet. Its status is "ready".\n`,
  );

  typed = ` ${email.toUpperCase()}\n`;
  const confirmed = await interactive('confirm', id, '--no-wait');
  expect(confirmed.code).toBe(0);
  expect(confirmed.stdout).toMatch(/^status +erasing$/m);
  const asked = questions.length;
  expect((await interactive('confirm', id)).code).toBe(1);
  expect(questions).toHaveLength(asked);
});

it('searches for several words, lists requests, and cancels them', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await posted({ message: `${one} and ${two}` });
  await posted({ message: one });
  const created = await local('create', '--kind', 'erase', '--term', one, '--term', two);
  const id = /^To erase this, run: svc-forms data-request confirm (dsr_\w+) --local$/m.exec(
    created.stdout,
  )![1]!;
  expect(await json('show', id)).toMatchObject({ terms: [one, two], counts: { submissions: 1 } });
  expect((await json('list'))[0]).toMatchObject({ id, status: 'ready' });
  expect((await local('list')).stdout).toMatch(new RegExp(`^${id}  erase +ready +1 +20`, 'm'));
  expect(await json('cancel', id)).toEqual({ id, status: 'cancelled' });
  expect((await json('show', id)).terms).toBeNull();
  expect(await local('confirm', id, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Only an erasure with the status "ready" can be confirmed'),
  });
});

it.each([
  [['create', '--kind', 'export']],
  [['create', '--kind', 'export', '--email', 'ada@example.com', '--term', 'word']],
  [['create', '--email', 'ada@example.com']],
  [['create', '--kind', 'export', '--email', 'ada']],
  [['show']],
])('refuses the arguments %j', async (args) => {
  expect((await local(...args)).code).toBe(2);
});

it.each([
  [{ stage: 'prod' }, ''],
  [{ stage: 'staging' }, ' --stage staging'],
  [{ stage: 'prod', stack: 'OurSite' }, ' --stack OurSite'],
  [{ stage: 'prod', url: 'https://forms.example.com' }, ' --url https://forms.example.com'],
  [{ stage: 'prod', local: true }, ' --local'],
] as const)('prints the next command for the service selected with %j', (target, rest) => {
  const request = { id: 'dsr_1', kind: 'erase', status: 'ready' } as ShownRequest;
  expect(nextStepOf(request, target)).toEqual([
    `To erase this, run: svc-forms data-request confirm dsr_1${rest}`,
  ]);
});

it('prints the reason when the service refuses a request', async () => {
  expect(await local('create', '--kind', 'erase', '--term', 'abc')).toMatchObject({
    code: 1,
    stderr: 'terms.0: must be at least 4 characters\n',
  });
  expect((await local('show', '../account')).code).toBe(1);
  const { submission_key } = service.outputs as { submission_key?: string };
  expect((await local('list', '--key', submission_key!)).code).toBe(1);
});
