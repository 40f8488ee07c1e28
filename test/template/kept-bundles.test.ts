import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions, bundlesIn } from '../../lib/bundling/bundles.ts';
import { keptBundles } from '../../lib/bundling/kept-bundles.ts';

it('keeps what bundling makes now, and finds it again', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'svc-test-bundles-'));
  try {
    await bundleFunctions(fresh);
    const [kept, again] = [await keptBundles(), await keptBundles()];
    expect(again).toEqual(kept);
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
