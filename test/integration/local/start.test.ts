/** `npm start` when it cannot: one clear line each, and exit code 1. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDynoxide } from '../../../local/dynamodb/emulator.ts';
import { RunnerFolder } from '../../../local/folder.ts';
import { HttpFront } from '../../../local/http/server.ts';
import { readSettings } from '../../../local/settings.ts';

const root = path.join(import.meta.dirname, '../../..');
const directory = mkdtempSync(path.join(tmpdir(), 'svc-start-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function start(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stderr: string }> {
  const runner = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], SVC_LOCAL_DIR: path.join(directory, 'state'), PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  runner.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(runner, 'close')) as [number];
  return { code, stderr };
}

test('a port in use', async () => {
  const http = await HttpFront.listen(0);
  const { code, stderr } = await start({ PORT: String(http.port) });
  await http.stop();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `npm start: port ${http.port} is in use: set PORT to another one (PORT=0 takes any free one)\n`,
  );
});

test('a folder that another runner uses', async () => {
  const folder = await RunnerFolder.open(path.join(directory, 'used'));
  const { code, stderr } = await start({ SVC_LOCAL_DIR: folder.path }, '--fresh');
  await folder.stop();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `npm start: another runner already uses ${folder.path}: stop it, or set SVC_LOCAL_DIR\n`,
  );
});

test('a stage setting that there is none of', async () => {
  const { code, stderr } = await start({ SVC_SETTINGS: '{"colour":"red"}' });
  expect(code).toBe(1);
  expect(stderr).toBe('npm start: the CDK app does not synthesise: There is no setting "svc:colour".\n');
});

test('a folder that holds other files is not emptied', async () => {
  const folder = mkdtempSync(path.join(directory, 'other-'));
  writeFileSync(path.join(folder, 'thesis.txt'), 'mine');
  await expect(RunnerFolder.open(folder, { fresh: true })).rejects.toThrow(
    `${folder} holds other files: set SVC_LOCAL_DIR to an empty or a new folder`,
  );
});

test('--fresh forgets everything that an earlier run kept', async () => {
  const folder = path.join(directory, 'fresh');
  const first = await RunnerFolder.open(folder);
  first.writeJson('outputs.json', {});
  first.journal.exec('CREATE TABLE kept (x)');
  await first.stop();
  const second = await RunnerFolder.open(folder, { fresh: true });
  expect(second.journal.prepare("SELECT name FROM sqlite_master WHERE name = 'kept'").all()).toEqual([]);
  await second.stop();
});

test('a system without the DynamoDB emulator', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'plan9' });
  try {
    await expect(startDynoxide('x', 'x')).rejects.toThrow(
      /no DynamoDB emulator for this system.*set DYNAMODB_ENDPOINT/,
    );
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

describe('settings', () => {
  test.each([
    [{ PORT: 'http' }, /^a setting is wrong: PORT: /],
    [{ PORT: '70000' }, /^a setting is wrong: PORT: /],
    [{ SVC_TIME_SCALE: '0' }, /^a setting is wrong: SVC_TIME_SCALE: /],
    [{ SVC_SETTINGS: '{' }, /^a setting is wrong: SVC_SETTINGS: /],
    [{ SVC_SETTINGS: '[]' }, /^a setting is wrong: SVC_SETTINGS: /],
    [{ DYNAMODB_ENDPOINT: 'here' }, /^a setting is wrong: DYNAMODB_ENDPOINT: /],
  ])('%j is refused', (env, message) => {
    expect(() => readSettings([], env)).toThrow(message);
  });

  test('an unknown flag is refused with those that there are', () => {
    expect(() => readSettings(['--frsh'], {})).toThrow(/--frsh.*there are --fresh and --verbose/);
  });

  test('reach the stage over the local defaults', () => {
    const { context } = readSettings([], { SVC_TIME_SCALE: '10', SVC_SETTINGS: '{"spamRetentionDays":7}' });
    expect(context).toMatchObject({
      'svc:retryWaitsSeconds': [0.1, 1, 6, 60, 360],
      'svc:allowHttpWebhooks': true,
      'svc:spamRetentionDays': 7,
    });
  });
});
