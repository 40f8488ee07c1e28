import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundlesIn } from '../../lib/bundling/bundles.ts';
import { keptLinkedBundles } from '../../lib/bundling/kept-bundles.ts';

/** The folder of the shared packages, as a bundle names it. */
const PACKAGES = /"file:[^"]*\/packages-[0-9a-f]{32}(?=\/)/;

/** In a process of its own: what runs while functions are bundled would get what tests get of it. */
const BUNDLING = `
  const { bundleLinkedFunctions } = await import('./lib/bundling/linked-bundles.ts');
  await bundleLinkedFunctions(process.argv[1], process.argv[2]);
`;

it('keeps what bundling makes now, and finds it again', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'svc-test-bundles-'));
  try {
    const [kept, again] = [await keptLinkedBundles(), await keptLinkedBundles()];
    expect(again).toEqual(kept);
    const health = await readFile(join(kept.get('health/health')!, 'index.mjs'), 'utf8');
    const [packages = ''] = PACKAGES.exec(health) ?? [];
    const program = ['--input-type=module', '--eval', BUNDLING, fresh, new URL(packages.slice(1)).pathname];
    await promisify(execFile)(process.execPath, program, { env: { ...process.env, NODE_OPTIONS: '' } });
    expect(pathToFileURL(new URL(packages.slice(1)).pathname).href).toBe(packages.slice(1));
    expect([...kept.keys()]).toEqual([...bundlesIn(fresh).keys()]);
    for (const [entry, folder] of bundlesIn(fresh)) {
      const code = await readFile(join(folder, 'index.mjs'), 'utf8');
      expect({ entry, same: (await readFile(join(kept.get(entry)!, 'index.mjs'), 'utf8')) === code }).toEqual(
        {
          entry,
          same: true,
        },
      );
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}, 60_000);
