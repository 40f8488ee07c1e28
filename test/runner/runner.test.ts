/** Tests the test runner: files are isolated, and any problem in one fails the run. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-runner-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const report = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

/** Runs test files with these contents one after the other in one process. */
function run(files: Readonly<Record<string, string>>) {
  const rootDir = mkdtempSync(join(folder, 'files-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(rootDir, name), text);
  const runner = join(ROOT, 'test/support/runner');
  const config = {
    rootDir,
    testEnvironment: join(runner, 'node-environment.js'),
    runtime: join(runner, 'node-runtime.js'),
    testMatch: ['**/*.test.ts'],
    transform: {},
    // Sorted by name.
    testSequencer: join(rootDir, 'by-name.cjs'),
  };
  const sequencer = `module.exports = class { shard(tests) { return tests; } cacheResults() {}
    sort(tests) { return tests.toSorted((a, b) => (a.path < b.path ? -1 : 1)); } };`;
  writeFileSync(join(rootDir, 'by-name.cjs'), sequencer);
  const output = join(rootDir, 'report.json');
  const program = join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = ['--config', JSON.stringify(config), '-i', '--json', '--outputFile', output];
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  });
  const { testResults } = report.parse(JSON.parse(readFileSync(output, 'utf8')));
  const results = testResults
    .map(({ name, ...result }) => ({ name: name.slice(rootDir.length + 1), ...result }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { status, stderr, results };
}

it('gives each file separate modules, globals, variables and timers', () => {
  mkdirSync(join(folder, 'node_modules/shared'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/shared/index.js'), 'module.exports = { loaded: 0 };');
  const text = (first: boolean): string => `
    import { jest } from '@jest/globals';
    import { state } from './state.ts';
    import shared from 'shared';
    test('is as new', () => {
      expect(state).toEqual({ count: 0 });
      expect(process.env['OF_A_TEST']).toBeUndefined();
      expect(globalThis.structuredClone('x')).toBe('x');
      expect(Date.now()).toBeGreaterThan(1e12);
      expect(JSON.stringify({})).toBe('{}');
      expect(shared.loaded).toBe(${first ? 0 : 1});
      expect(import.meta.url).toMatch(/\\.test\\.ts$/);
      shared.loaded += 1;
      state.count += 1;
      globalThis.structuredClone = () => 'changed';
      jest.spyOn(JSON, 'stringify').mockReturnValue('changed');
      jest.useFakeTimers({ now: 0 });
      process.env = { OF_A_TEST: 'changed' };
    });`;
  const { status, stderr, results } = run({
    'state.ts': 'export const state: { count: number } = { count: 0 };',
    'a.test.ts': text(true),
    'b.test.ts': text(false),
  });
  expect(results.map(({ name, message }) => [name, message])).toEqual([
    ['a.test.ts', ''],
    ['b.test.ts', ''],
  ]);
  expect(stderr).toContain('2 passed, 2 total');
  expect(status).toBe(0);
});

it('fails the run if anything goes wrong in a file', () => {
  const { status, results } = run({
    'a-fails.test.ts': "test('one', () => {\n  const one: number = 1;\n  expect(one).toBe(2);\n});",
    'b-hangs.test.ts': "test('one', () => new Promise(() => undefined), 10);",
    'c-rejects.test.ts':
      "test('one', async () => { void Promise.reject(new Error('nobody awaits it')); await new Promise(setImmediate); });",
    'd-throws-later.test.ts':
      "test('one', async () => { setTimeout(() => { throw new Error('too late') }, 1); await new Promise((done) => setTimeout(done, 200)); });",
    'e-after-all.test.ts': "afterAll(() => { throw new Error('after all') }); test('one', () => {});",
    'f-imports-nothing.test.ts': "import './nothing.ts'; test('one', () => {});",
    'g-no-typescript.test.ts': "const one: = 1; test('one', () => {});",
    'h-passes.test.ts': "test('one', () => {});",
  });
  expect(status).toBe(1);
  expect(results.map(({ name, status: state }) => `${name} ${state}`)).toEqual([
    'a-fails.test.ts failed',
    'b-hangs.test.ts failed',
    'c-rejects.test.ts failed',
    'd-throws-later.test.ts failed',
    'e-after-all.test.ts failed',
    'f-imports-nothing.test.ts failed',
    'g-no-typescript.test.ts failed',
    'h-passes.test.ts passed',
  ]);
  const messages = [
    'a-fails.test.ts:3:15',
    'Exceeded timeout of 10 ms',
    'nobody awaits it',
    'too late',
    'after all',
    'nothing.ts',
    'g-no-typescript.test.ts',
  ];
  for (const [index, message] of messages.entries()) expect(results[index]?.message).toContain(message);
});
