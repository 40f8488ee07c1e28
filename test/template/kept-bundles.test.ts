import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlesIn } from '../../lib/bundling/bundles.ts';
import { keptLinkedBundles } from '../../lib/bundling/kept-bundles.ts';
import { bundleLinkedFunctions } from '../../lib/bundling/linked-bundles.ts';

/** The folder of the shared packages, as a bundle names it. */
const PACKAGES = /"file:[^"]*\/packages-[0-9a-f]{32}(?=\/)/;

it('keeps what bundling makes now, and finds it again', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'svc-test-bundles-'));
  try {
    const [kept, again] = [await keptLinkedBundles(), await keptLinkedBundles()];
    expect(again).toEqual(kept);
    const health = await readFile(join(kept.get('health/health')!, 'index.mjs'), 'utf8');
    const [packages = ''] = PACKAGES.exec(health) ?? [];
    await bundleLinkedFunctions(fresh, new URL(packages.slice(1)).pathname);
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
