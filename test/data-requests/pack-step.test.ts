/** Tests data requests with a ZIP file that would be too large. */
import { Readable } from 'node:stream';
import { newDataRequest, type DataRequest } from '../../lambdas/data-requests/data-request.ts';
import { packStep, type PackDeps } from '../../lambdas/data-requests/packing/pack-step.ts';
import {
  archive,
  ArchiveTooLarge,
  type ArchiveEntry,
} from '../../lambdas/data-requests/packing/zip-archive.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const entries = (count: number): AsyncIterable<ArchiveEntry> =>
  Readable.from(
    Array.from({ length: count }, (_, index) => {
      return { path: `files/${index}`, isStored: true, bytes: Readable.from([Buffer.alloc(1000)]) };
    }),
  );

async function sizeOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return size;
}

it.each([
  ['files', 4, 1_000_000, 3],
  ['bytes', 4, 3500, 100],
])('refuses archives with too many %s', async (_, count, maxBytes, maxEntries) => {
  await expect(sizeOf(archive(entries(count), maxBytes, maxEntries))).rejects.toThrow(ArchiveTooLarge);
  expect(await sizeOf(archive(entries(3), maxBytes, maxEntries))).toBeGreaterThan(3000);
});

it('reports why it failed and removes the personal data', async () => {
  const owner = { accountId: 'acc_000000000000', key: 'key' };
  const input = { kind: 'export', email: 'ada@example.com', note: 'Ticket' } as const;
  const request: DataRequest = {
    ...newDataRequest(input, owner, 1_800_000_000_000, systemRandom),
    status: 'packing',
  };
  const stored: DataRequest[] = [];
  const deps = {
    requests: {
      replace: (_: DataRequest, after: DataRequest) => Promise.resolve((stored.push(after), after)),
    },
    formsOf: () => Promise.resolve([]),
    storeIds: () => Promise.resolve(),
    store: () => Promise.reject(new ArchiveTooLarge('The archive is too large')),
    now: () => 1_800_000_001_000,
  } as unknown as PackDeps;
  await packStep(request, deps);
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({
    status: 'failed',
    reason: 'The ZIP file would have more than 4 GB or 65,535 files.',
    finished_at: '2027-01-15T08:00:01.000Z',
  });
  for (const name of ['email', 'note', 'zip_key', 'certificate']) expect(stored[0]).not.toHaveProperty(name);
});
