/**
 * Tests `npm start`: its output, its files, and the single error line and exit code 1 when the service can't
 * start.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportOf } from '../../local/explained-errors.ts';
import { RunnerFolder } from '../../local/runner-folder.ts';
import { makeDemoForm } from '../../cli/demo-account.ts';
import { EdgeServer } from '../../local/edge/edge-server.ts';
import { readSettings } from '../../local/runner-settings.ts';
import { eventually } from '../support/browser/eventually.ts';
import { START_ARGS } from '../support/service/service.ts';

const root = path.join(import.meta.dirname, '../..');
const directory = mkdtempSync(path.join(tmpdir(), 'svc-start-'));
afterAll(() => rmSync(directory, { recursive: true }));

const state = path.join(directory, 'state');
const begun = Date.now() - 1000;

function spawnRunner(env: Record<string, string>, args: readonly string[] = []) {
  return spawn(process.execPath, [...START_ARGS, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], SVC_LOCAL_DIR: state, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function start(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stderr: string }> {
  const runner = spawnRunner(env, args);
  let stderr = '';
  runner.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(runner, 'close')) as [number];
  return { code, stderr };
}

/** Fetches a list with the demo account's key. */
async function read(
  { base_url, management_key }: { base_url: string; management_key: string },
  path: string,
): Promise<{ data: { name?: string }[] }> {
  const headers = { authorization: `Bearer ${management_key}` };
  // The gateway gives up after 30 s, and a busy machine may take longer to build the functions.
  const response = await eventually(
    () => fetch(`${base_url}${path}`, { headers }),
    ({ ok }) => ok,
    90_000,
  );
  return (await response.json()) as { data: { name?: string }[] };
}

test('fills the demo account, prints its steps and a working command, and leaves nothing behind after SIGTERM', async () => {
  const runner = spawnRunner({});
  let printed = '';
  for await (const chunk of runner.stdout) {
    printed += String(chunk);
    if (printed.includes('Press Ctrl-C to stop')) break;
  }
  const [command] = /curl .*/.exec(printed)!;
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({ id: expect.stringMatching(/^sub_/), status: 'received' });
  const outputs = JSON.parse(readFileSync(path.join(state, 'outputs.json'), 'utf8'));
  expect(command).toContain(`/v1/f/${outputs.form.slug} -d name=Ada`);
  expect(printed).toContain(outputs.management_key);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(path.join(state, 'version.json'), 'utf8'))).toEqual({ version });
  expect(printed).toMatch(/^Starting DynamoDB, S3, SQS and the functions…$/m);
  expect(printed).toMatch(/^Preparing the demo account: [\d.]+ s$/m);
  expect(statSync(path.join(state, 'outputs.json')).mode & 0o777).toBe(0o600);
  const { data: forms } = await read(outputs, '/v1/forms');
  expect(forms.map(({ name }) => name).sort()).toEqual([
    'Contact',
    'Job application',
    'Workshop registration',
  ]);
  const { data: found } = await read(
    outputs,
    '/v1/submissions?q=%D0%B3%D0%B0%D1%80%D0%B0%D0%BD%D1%82%D0%B8%D1%8F',
  );
  expect(found).toMatchObject([{ payload: { name: 'Сергей Павлов' }, source: { language: 'ru-RU' } }]);
  runner.kill('SIGTERM');
  expect(await once(runner, 'exit')).toEqual([0, null]);
  for (const endpoint of [outputs.base_url, ...Object.values(outputs.endpoints as object)] as string[]) {
    const reached = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    expect({ endpoint, reached }).toEqual({ endpoint, reached: false });
  }
}, 180_000);

test("starts with cached code that doesn't contain the path of the checkout", () => {
  const cache = path.join(root, 'node_modules/.cache/svc-forms');
  // Starting the service marks the folders that it uses.
  const used = readdirSync(cache)
    .filter((name) => /^(?:runner|assembly)-/.test(name))
    .map((name) => path.join(cache, name))
    .filter((folder) => statSync(folder).mtimeMs >= begun);
  expect(used.map((folder) => path.basename(folder).split('-')[0])).toEqual(
    expect.arrayContaining(['assembly', 'runner']),
  );
  const files = used.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  expect(
    files.filter((file) => statSync(file).isFile() && readFileSync(file, 'utf8').includes(root)),
  ).toEqual([]);
});

test('prints only the address and the keys with --quiet and creates no form with --empty', async () => {
  const state = path.join(directory, 'quiet');
  const runner = spawnRunner({ SVC_LOCAL_DIR: state }, ['--quiet', '--empty']);
  let printed = '';
  for await (const chunk of runner.stdout) {
    printed += String(chunk);
    if (!printed.includes('Press Ctrl-C to stop')) continue;
    const outputs = JSON.parse(readFileSync(path.join(state, 'outputs.json'), 'utf8'));
    expect(outputs.form).toBeNull();
    expect((await read(outputs, '/v1/forms')).data).toEqual([]);
    const { slug } = await makeDemoForm(outputs.management_key, outputs.base_url);
    const response = await fetch(`${outputs.base_url}/v1/f/${slug}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ name: 'Ada' }),
    });
    expect(await response.json()).toMatchObject({ status: 'received' });
    // The runner prints all of its output about the submission before it exits.
    runner.kill('SIGTERM');
  }
  expect(printed.trim()).toMatch(/^Running at .* run npm start -- --fresh with the same SVC_LOCAL_DIR\.$/s);
  expect(printed).toContain('There are no forms yet. Create your first one in the console.');
  expect(printed).not.toMatch(/…|post/);
});

test('reports a port that is in use', async () => {
  const http = await EdgeServer.listen(0);
  const { code, stderr } = await start({ PORT: String(http.port) });
  await http.stop();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `npm start: port ${http.port} is already in use; set PORT to another port (PORT=0 uses any free one)\n`,
  );
});

test('reports a folder that another runner uses', async () => {
  const folder = await RunnerFolder.open(path.join(directory, 'used'));
  const { code, stderr } = await start({ SVC_LOCAL_DIR: folder.path }, '--fresh');
  await folder.stop();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `npm start: another runner is already using ${folder.path}; stop it, or set SVC_LOCAL_DIR to another folder\n`,
  );
});

test('reports invalid stage settings on one line each', async () => {
  const { code, stderr } = await start({ SVC_SETTINGS: '{"colour":"red","spamRetentionDays":"x"}' });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'npm start: Invalid setting "svc:spamRetentionDays": must be a whole number, for example 30. It is "x".\n' +
      'npm start: Unknown setting "svc:colour". See "Stage settings" in docs/operating/settings.md.\n',
  );
});

test('reports invalid runner settings on one line each', async () => {
  const { code, stderr } = await start({ SVC_TIME_SCALE: 'fast', PORT: 'http' });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'npm start: invalid setting: PORT: must be a whole number, for example 8787\n' +
      'npm start: invalid setting: SVC_TIME_SCALE: must be a number, for example 1\n',
  );
});

test('reports an unknown option and suggests the closest one', async () => {
  const { code, stderr } = await start({}, '--frsh');
  expect(code).toBe(1);
  expect(stderr).toBe(
    "npm start: unknown option '--frsh'\n(Did you mean --fresh?)\n" +
      'npm start: "npm start -- --help" lists all options\n',
  );
});

test('lists every option and environment variable on its own line with --help and starts nothing', () => {
  const { status, stdout } = spawnSync(process.execPath, [...START_ARGS, '--help'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(status).toBe(0);
  const listed = [...stdout.matchAll(/^ {2}(--[a-z]+|[A-Z_]+) {2,}\S.*$/gm)].map(([, name]) => name);
  const page = readFileSync(path.join(root, 'docs/operating/local-service.md'), 'utf8');
  const documented = page.matchAll(/^\| `([A-Z_]+|--[a-z]+)` /gm);
  expect(listed).toEqual(expect.arrayContaining(['--fresh', '--watch', '--quiet', 'PORT', 'SVC_SETTINGS']));
  expect(listed.filter((name) => name !== '--help').sort()).toEqual(
    [...documented].map(([, name]) => name).sort(),
  );
});

test('reports a Node version older than the README requires', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const [, needed] = /Node (\d+\.\d+) or newer/.exec(readme)!;
  // Simulates an old Node version by turning off TypeScript support.
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--no-experimental-strip-types', 'local/launch/start.js'],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  );
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `npm start: requires Node ${needed} or later, but this is ${process.version}\n`,
  });
});

test("doesn't empty a folder that contains other files", async () => {
  const folder = mkdtempSync(path.join(directory, 'other-'));
  writeFileSync(path.join(folder, 'thesis.txt'), 'mine');
  await expect(RunnerFolder.open(folder, { fresh: true })).rejects.toThrow(
    `${folder} contains other files; set SVC_LOCAL_DIR to an empty or new folder`,
  );
});

test('refuses data written by a newer version unless it is deleted', async () => {
  const folder = path.join(directory, 'versions');
  const open = async (version: string, fresh = false): Promise<void> => {
    await (await RunnerFolder.open(folder, { version, fresh })).stop();
  };
  const written = (): unknown => JSON.parse(readFileSync(path.join(folder, 'version.json'), 'utf8'));
  await open('1.9.3');
  expect(written()).toEqual({ version: '1.9.3' });
  await open('1.10.0');
  expect(written()).toEqual({ version: '1.10.0' });
  for (const older of ['1.9.3', '0.11.0', '1.9.12'])
    await expect(open(older)).rejects.toThrow(
      `${folder} was written by version 1.10.0, and this is version ${older}; use the newer version, or set SVC_LOCAL_DIR to another folder`,
    );
  await open('1.9.3', true);
  expect(written()).toEqual({ version: '1.9.3' });
  writeFileSync(path.join(folder, 'version.json'), '{"version":"x"}');
  await expect(open('2.0.0')).rejects.toThrow(`cannot read ${folder}/version.json; to start over`);
});

test("reports a folder that it can't use on one line", async () => {
  const file = path.join(directory, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await start({ SVC_LOCAL_DIR: path.join(file, 'data') });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^npm start: the path is not a folder; set SVC_LOCAL_DIR to another one \(ENOTDIR.*\)\n$/,
  );
});

test.each([
  ['ENOSPC: no space left on device, write', 'the disk is full; free some space'],
  ['database or disk is full', 'the disk is full; free some space'],
  ["EROFS: read-only file system, mkdir '/x'", 'the folder is read-only; set SVC_LOCAL_DIR to another one'],
  [
    "EACCES: permission denied, access '/x'",
    'no permission to use the folder; set SVC_LOCAL_DIR to another one',
  ],
])('explains "%s" on one line', (message, explanation) => {
  expect(reportOf(new Error(message))).toBe(`npm start: ${explanation} (${message})`);
});

test("doesn't explain errors that may be bugs", () => {
  const bug = new TypeError('x is not a function');
  expect(reportOf(bug)).toBe(bug);
});

test('removes all data of earlier runs if it is started with --fresh', async () => {
  const folder = path.join(directory, 'fresh');
  const first = await RunnerFolder.open(folder);
  first.writeJson('outputs.json', {});
  first.journal.exec('CREATE TABLE kept (x)');
  await first.stop();
  const second = await RunnerFolder.open(folder, { fresh: true });
  expect(second.journal.prepare("SELECT name FROM sqlite_master WHERE name = 'kept'").all()).toEqual([]);
  await second.stop();
});

describe('options', () => {
  test.each([
    [{ PORT: 'http' }, /^invalid setting: PORT: must be a whole number, for example 8787$/],
    [{ PORT: '70000' }, /^invalid setting: PORT: /],
    [{ SVC_TIME_SCALE: '0' }, /^invalid setting: SVC_TIME_SCALE: /],
    [{ SVC_SETTINGS: '{' }, /^invalid setting: SVC_SETTINGS: must be JSON, for example /],
    [{ SVC_TTL_SECONDS: '0' }, /^invalid setting: SVC_TTL_SECONDS: /],
    [{ SVC_BATCHING_SECONDS: '301' }, /^invalid setting: SVC_BATCHING_SECONDS: /],
    [{ SVC_SETTINGS: '[]' }, /^invalid setting: SVC_SETTINGS: /],
    [{ SVC_SETTINGS: '{"domain":{}}' }, /^invalid setting: SVC_SETTINGS: must not contain "domain"/],
    [{ SVC_SETTINGS: '{"edgeStack":{}}' }, /^invalid setting: SVC_SETTINGS: must not contain "domain"/],
    [{ DYNAMODB_ENDPOINT: 'here' }, /^invalid setting: DYNAMODB_ENDPOINT: /],
  ])('%j is refused', (env, message) => {
    expect(() => readSettings([], env)).toThrow(message);
  });

  test('reset the data for "npm start --fresh", even though npm consumes the flag', () => {
    expect(readSettings([], {}).fresh).toBe(false);
    expect(readSettings(['--fresh'], {}).fresh).toBe(true);
    expect(readSettings([], { npm_config_fresh: 'true' }).fresh).toBe(true);
  });

  test('leave the demo account empty with --empty, even though npm consumes the flag', () => {
    expect(readSettings([], {}).empty).toBe(false);
    expect(readSettings(['--empty'], {}).empty).toBe(true);
    expect(readSettings([], { npm_config_empty: 'true' }).empty).toBe(true);
  });

  test('pass settings to the stage and override the local defaults', () => {
    const { context } = readSettings([], { SVC_TIME_SCALE: '10', SVC_SETTINGS: '{"spamRetentionDays":7}' });
    expect(context).toMatchObject({
      'svc:retryWaitsSeconds': [0.1, 1, 6, 60, 360],
      'svc:allowHttpWebhooks': true,
      'svc:spamRetentionDays': 7,
    });
  });
});

test('returns 503 for a blocked path, with any query, until the path is released', async () => {
  const http = await EdgeServer.listen(0);
  http.serve({
    api: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('ok') }),
    ...{ distribution: undefined, webFunction: undefined },
    ...{ onSettled: () => undefined, onError: console.error },
  });
  const statusOf = async (target: string): Promise<number> => (await fetch(http.endpoint + target)).status;
  const letGo = http.holdBack('/v1/health');
  expect(await Promise.all(['/v1/health', '/v1/health?deep', '/v1/forms'].map(statusOf))).toEqual([
    503, 503, 200,
  ]);
  letGo();
  expect(await statusOf('/v1/health')).toBe(200);
  await http.stop();
});
