/**
 * Tests that a function finds code built after startup, whether it looks for the code before or after the
 * build. Also tests failed builds.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunnerError } from '../../../local/runner-error.ts';
import { FunctionCode } from '../../../local/synthesis/function-code.ts';

const directory = mkdtempSync(join(tmpdir(), 'svc-function-code-'));
afterAll(() => rmSync(directory, { recursive: true }));

const nothingKept = { find: () => Promise.resolve(undefined) };
const FIRST = 'ingest/submit-form';
const LATER = 'forms/list-forms';
/** Folder that contains the function's bundle. */
const LATER_FOLDER = 'forms__list-forms';

it('stores the code of functions that are built later at the announced path', async () => {
  const made = join(directory, 'made');
  mkdirSync(join(made, LATER_FOLDER), { recursive: true });
  writeFileSync(join(made, LATER_FOLDER, 'index.mjs'), 'code');
  const code = await FunctionCode.prepare(join(directory, 'link'), {
    ...nothingKept,
    bundle: (group) => Promise.resolve(group === 'first' ? join(directory, 'first') : made),
  });
  const folder = code.folderOf(LATER);
  expect(code.pendingAt(code.folderOf(FIRST))).toBeUndefined();
  const pending = code.pendingAt(folder);
  expect(pending).toBeInstanceOf(Promise);
  await code.complete();
  await pending;
  expect(code.pendingAt(folder)).toBeUndefined();
  expect(readFileSync(join(folder, 'index.mjs'), 'utf8')).toBe('code');
});

it("fails waiting calls with the reason if code can't be built", async () => {
  const code = await FunctionCode.prepare(join(directory, 'never'), {
    ...nothingKept,
    bundle: (group) =>
      group === 'first'
        ? Promise.resolve(join(directory, 'first'))
        : Promise.reject(new RunnerError('failed to bundle the functions: list-forms.ts')),
  });
  const folder = code.folderOf(LATER);
  const pending = code.pendingAt(folder);
  await expect(code.complete()).rejects.toThrow('failed to bundle the functions: list-forms.ts');
  await pending;
  expect(code.pendingAt(folder)).toBeUndefined();
});

it("doesn't wait for cached code", async () => {
  const code = await FunctionCode.prepare(join(directory, 'unused'), {
    find: (group) => Promise.resolve(join(directory, group)),
    bundle: (group) => Promise.reject(new Error(`${group} was built again`)),
  });
  expect(code.pendingAt(code.folderOf(LATER))).toBeUndefined();
  await code.complete();
  expect(code.folderOf(LATER)).toBe(join(directory, 'later', LATER_FOLDER));
});
