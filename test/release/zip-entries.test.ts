/** Tests reading zip files, including damaged and malicious ones. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzip } from '../../local/custom-resources/unzip.ts';
import { zipEntries } from '../../lib/release/stager/zip-entries.ts';
import { writeZip, zipFolder } from '../../lib/release/template/write-zip.ts';
import { expectLinear } from '../support/linear-cost.ts';

const files = [
  { name: 'a.zip', content: Buffer.from('first') },
  { name: 'ü.zip', content: Buffer.alloc(3000, 7) },
  { name: 'empty', content: Buffer.alloc(0) },
];
const zip = writeZip(files, 'stored');
const problemOf = (broken: Buffer): unknown => {
  try {
    return zipEntries(broken);
  } catch (error) {
    return (error as Error).name;
  }
};
/** Returns the file with a different value after the first occurrence of `signature`. */
function changed(signature: string, offset: number, value: number, of = zip): Buffer {
  const copy = Buffer.from(of);
  copy.writeUInt32LE(value, copy.indexOf(signature, 0, 'latin1') + offset);
  return copy;
}

it('returns the content of stored entries', () => {
  expect([...zipEntries(zip)]).toEqual(files.map(({ name, content }) => [name, content]));
  expect(zipEntries(writeZip([], 'stored')).size).toBe(0);
});

it('writes the same file for the same content, and Python can read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-zip-'));
  try {
    writeFileSync(join(folder, 'index.mjs'), 'export const handler = 1;\n'.repeat(100));
    const packed = zipFolder(folder);
    expect(zipFolder(folder).equals(packed)).toBe(true);
    writeFileSync(join(folder, 'out.zip'), packed);
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; ' +
      'sys.stdout.write(z.read("index.mjs").decode()); assert z.infolist()[0].external_attr >> 16 == 0o100644';
    const read = execFileSync('python3', ['-c', script, join(folder, 'out.zip')], { encoding: 'utf8' });
    expect(read).toBe(readFileSync(join(folder, 'index.mjs'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('rejects a file that is truncated at any position', () => {
  for (let length = 0; length < zip.length; length += 1)
    expect(problemOf(zip.subarray(0, length))).toBe('NotAZip');
});

it('rejects compressed entries, because their content could be much larger than the file', () => {
  expect(problemOf(writeZip([{ name: 'bomb', content: Buffer.alloc(1_000_000) }], 'deflated'))).toBe(
    'NotAZip',
  );
});

it.each([
  ['a size beyond the file', changed('PK\x01\x02', 24, 0xffff_ffff)],
  ['both sizes beyond the file', changed('PK\x01\x02', 20, 0xffff, changed('PK\x01\x02', 24, 0xffff))],
  ['an offset beyond the file', changed('PK\x01\x02', 42, 0xffff_fff0)],
  ['an offset without a header', changed('PK\x01\x02', 42, 1)],
  ['a directory beyond the file', changed('PK\x05\x06', 16, 0xffff_fff0)],
  ['an entry count that is too high', changed('PK\x05\x06', 10, 0xffff)],
  ['a name that is too long', changed('PK\x01\x02', 28, 0xffff)],
])('rejects %s', (_, broken) => {
  expect(problemOf(broken)).toBe('NotAZip');
});

it('rejects a name that appears twice', () => {
  expect(problemOf(writeZip([files[0]!, files[0]!], 'stored'))).toBe('NotAZip');
});

it('throws no other error, whichever byte is overwritten', () => {
  for (let at = 0; at < zip.length; at += 1) {
    if (at > 60 && at < 3000) continue;
    for (const value of [0, 1, 0x7f, 0xff]) {
      const broken = Buffer.from(zip);
      broken[at] = value;
      expect([expect.any(Map), 'NotAZip']).toContainEqual(problemOf(broken));
    }
  }
});

it('reads a file with many entries in linear time, even if all have the same content', async () => {
  await expectLinear((factor) => {
    const many = Array.from({ length: 5_000 * factor }, (_, index) => ({
      name: `${index}`,
      content: Buffer.alloc(0),
    }));
    const large = writeZip(many, 'stored');
    return () => zipEntries(large);
  });
});

it.each(['stored', 'deflated'] as const)('can be read by the local runner when it is %s', (method) => {
  const read = unzip(writeZip(files, method));
  expect([...read]).toEqual(files.map(({ name, content }) => [name, content]));
});

it('is rejected by the local runner if it is truncated', () => {
  expect(() => unzip(zip.subarray(0, 50))).toThrow('This is not a zip file.');
});
