/** Tests how the licenses of bundled packages are found. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mergedMetafile } from '../../lib/bundling/merged-metafile.ts';
import { shippedPackages, writeLicenses } from '../../lib/package/third-party-licenses.ts';

const root = mkdtempSync(join(tmpdir(), 'svc-test-licenses-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Installs a package and returns the metafile of a bundle that contains one of its files. */
function bundleWith(folder: string, manifest: object, files: Record<string, string> = {}) {
  const written = { 'package.json': JSON.stringify(manifest), ...files };
  for (const [name, content] of Object.entries(written)) {
    const file = join(root, folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const inputs = { [`${folder}/lib/index.js`]: { bytesInOutput: 1 }, 'lambdas/own.ts': { bytesInOutput: 1 } };
  return { inputs: {}, outputs: { out: { bytes: 1, imports: [], exports: [], inputs } } };
}

it("reads a package's license and notice files, even if the package is nested in another one", async () => {
  const metafile = bundleWith(
    'node_modules/outer/node_modules/@scope/inner',
    { name: '@scope/inner', version: '2.0.0', license: 'ISC' },
    { LICENSE: 'The license', 'NOTICE.md': 'The notice', 'README.md': 'License: none' },
  );
  expect(await shippedPackages(metafile, root)).toEqual([
    { name: '@scope/inner', version: '2.0.0', license: 'ISC', texts: ['The license', 'The notice'] },
  ]);
});

it("uses the standard text and the package's author if a package has no license file", async () => {
  const author = { name: 'Ada Lovelace' };
  const metafile = bundleWith('node_modules/bare', {
    name: 'bare',
    version: '1.0.0',
    license: 'MIT',
    author,
  });
  const [found] = await shippedPackages(metafile, root);
  expect(found?.texts).toEqual([
    expect.stringMatching(/^Copyright Ada Lovelace\n\nMIT License\n\nPermission/),
  ]);
});

it.each([
  ["a license that isn't allowed", { license: 'AGPL-3.0-only' }, 'has the license "AGPL-3.0-only"'],
  ['no license', {}, 'has the license "none"'],
  ['no license text that can be added', { license: 'BSD-3-Clause' }, "doesn't include its license"],
])('refuses a package with %s', async (_, more, message) => {
  const metafile = bundleWith('node_modules/refused', { name: 'refused', version: '1.0.0', ...more });
  await expect(shippedPackages(metafile, root)).rejects.toThrow(message);
});

it('lists packages with the same license texts together', async () => {
  const file = join(root, 'LICENSES');
  const shared = { version: '1.0.0', license: 'MIT' };
  await writeLicenses(
    [
      { ...shared, name: 'one', texts: ['Copyright A'] },
      { ...shared, name: 'other', texts: ['Copyright B'] },
      { ...shared, name: 'second', texts: ['Copyright A\n'] },
    ],
    file,
  );
  const [, first, last] = readFileSync(file, 'utf8').split(`\n\n${'-'.repeat(80)}\n\n`);
  expect(first).toBe('one@1.0.0\nsecond@1.0.0\nLicense: MIT\n\nCopyright A');
  expect(last).toBe('other@1.0.0\nLicense: MIT\n\nCopyright B\n');
});

it('merges builds and leaves out unused files and modules created by plugins', () => {
  const input = (...imports: string[]) => ({
    bytes: 9,
    imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
  });
  const output = (inputs: Record<string, number>) => ({
    bytes: 9,
    imports: [],
    exports: [],
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }] as const),
    ),
  });
  const merged = mergedMetafile([
    {
      inputs: { 'a.ts': input('b.ts', 'lazy:node:fs'), 'b.ts': input(), 'unused.ts': input() },
      outputs: { 'a.mjs': output({ 'a.ts': 5, 'b.ts': 2, 'unused.ts': 0, 'lazy:node:fs': 3 }) },
    },
    { inputs: { 'c.ts': input('b.ts') }, outputs: { 'c.mjs': output({ 'c.ts': 1, 'b.ts': 2 }) } },
  ]);
  expect(Object.keys(merged.outputs['merged']!.inputs)).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(merged.inputs['a.ts']!.imports).toEqual([{ path: 'b.ts', kind: 'import-statement' }]);
  expect(Object.keys(merged.inputs)).toEqual(['a.ts', 'b.ts', 'c.ts']);
});
