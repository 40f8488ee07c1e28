import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { bundlesIn } from '../../lib/bundling/bundles.ts';
import { keptLinkedBundles } from '../../lib/bundling/kept-bundles.ts';
import {
  findCached,
  cachedFolder,
  cacheNameOf,
  stateOf,
  type CachedSource,
  type SourceState,
} from '../../lib/bundling/kept-folder.ts';
import { findLinkedGroup, linkedGroupOf } from '../../lib/bundling/linked-groups.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Matches the folder of shared packages in a bundle's imports. */
const PACKAGES = /"\.\.\/\.\.\/(packages-[0-9a-f]{32})\//;

/**
 * Code that bundles the functions in a separate process. In the test's process, modules that run during
 * bundling would get the test values.
 */
const BUNDLING = `
  const { bundleLinkedFunctions } = await import('./lib/bundling/linked-bundles.ts');
  await bundleLinkedFunctions(process.argv[1], process.argv[2]);
`;

/** Code that fills the bundle cache in a separate process, as `npm start` does. */
const CACHING = `
  const { keptLinkedBundles } = await import('./lib/bundling/kept-bundles.ts');
  await keptLinkedBundles();
`;
const NODE = ['--input-type=module', '--eval'];

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [...NODE, CACHING], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
});

it('builds only functions and packages at startup and builds browser files later', async () => {
  const kept = [...(await keptLinkedBundles())].filter(([entry]) => linkedGroupOf(entry) === 'first');
  expect(kept.map(([entry]) => entry)).toEqual(
    expect.arrayContaining([
      ...['api/health/health', 'ingest/submit-form', 'webhooks/delivery/deliver'],
      // A web function's thread can't wait for its code, so the code is built at startup.
      'large-posts/serve-posts',
    ]),
  );
  // Source files outside the tracked folders. If they change, an outdated bundle would be reused.
  const strangers = new Set<string>();
  for (const [, folder] of kept) {
    const map = JSON.parse(await readFile(join(folder, 'index.mjs.map'), 'utf8')) as { sources: string[] };
    for (const source of map.sources) {
      const path = relative(ROOT, join(folder, source));
      if (!/^(lambdas|node_modules)\//.test(path) && !source.includes(':')) strangers.add(path);
    }
  }
  expect([...strangers]).toEqual([]);
});

it('caches the output of bundling and reuses it', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'svc-test-bundles-'));
  try {
    const [kept, again] = [await keptLinkedBundles(), await keptLinkedBundles()];
    expect(again).toEqual(kept);
    const health = await readFile(join(kept.get('api/health/health')!, 'index.mjs'), 'utf8');
    const [, packages = ''] = PACKAGES.exec(health) ?? [];
    const program = [...NODE, BUNDLING, fresh, packages];
    await promisify(execFile)(process.execPath, program, { env: { ...process.env, NODE_OPTIONS: '' } });
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

it('builds nothing that contains the path of the checkout, so that a moved checkout still runs its own code', async () => {
  const folders = new Set([...(await keptLinkedBundles()).values()]);
  const health = (await keptLinkedBundles()).get('api/health/health')!;
  const [, packages = ''] = PACKAGES.exec(await readFile(join(health, 'index.mjs'), 'utf8')) ?? [];
  folders.add(join(health, '../..', packages));
  const found: string[] = [];
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      if ((await readFile(join(folder, name), 'utf8')).includes(ROOT)) found.push(join(folder, name));
    }
  }
  expect(folders.size).toBeGreaterThan(70);
  expect(found).toEqual([]);
});

it('marks packages as used if it finds a cached function that imports them', async () => {
  const health = (await keptLinkedBundles()).get('api/health/health')!;
  const [, imported = ''] = PACKAGES.exec(await readFile(join(health, 'index.mjs'), 'utf8')) ?? [];
  const packages = join(health, '../..', imported);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(packages, anHourAgo, anHourAgo);
  // If the shared packages weren't marked as used, they would be removed, and the cached functions could
  // never load them.
  expect(await findLinkedGroup('first')).toBe(join(health, '..'));
  expect((await stat(packages)).mtimeMs).toBeGreaterThan(anHourAgo.getTime() + 1_800_000);
});

it("doesn't cache output if sources changed during or before the build", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-sources-'));
  const file = join(folder, 'source');
  const source: CachedSource = { name: 'runner', sources: [relative(ROOT, file)] };
  const folders = [folder];
  const keep = async (make: () => Promise<void>, before?: SourceState): Promise<string> => {
    folders.push(await cachedFolder({ ...source, make, before }));
    return basename(folders.at(-1)!);
  };
  try {
    await writeFile(file, 'one');
    const before = stateOf(source);
    await writeFile(file, 'two');
    expect(await keep(() => Promise.resolve(), before)).toMatch(/^making-/);
    expect(await keep(() => writeFile(file, 'three'))).toMatch(/^making-/);
    const undone = async (): Promise<void> => {
      const { ctimeMs } = await stat(file);
      await writeFile(file, 'four');
      // File timestamps only advance every few milliseconds, so write until the timestamp changes.
      while ((await stat(file)).ctimeMs === ctimeMs) await writeFile(file, 'four');
      await writeFile(file, 'three');
    };
    expect(await keep(undone)).toMatch(/^making-/);
    expect(await findCached(source)).toBeUndefined();
    expect(await keep(() => Promise.resolve())).toBe(cacheNameOf(source));
    expect(await findCached(source)).toBe(folders.at(-1));
  } finally {
    await Promise.all(folders.map((each) => rm(each, { recursive: true, force: true })));
  }
});
