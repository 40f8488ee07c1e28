import fc from 'fast-check';
import { ValidationFailed } from '../../lambdas/core/errors/errors.ts';
import { newUploadId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newUpload, uploadIdsOf } from '../../lambdas/files/upload.ts';

const a = newUploadId(systemRandom);
const b = newUploadId(systemRandom);

it.each<[string, string | undefined, string[]]>([
  ['no field', undefined, []],
  ['an empty field', '', []],
  ['an empty array', '[]', []],
  ['one id', a, [a]],
  ['IDs separated by commas', ` ${a}, ${b} ,`, [a, b]],
  ['an array', JSON.stringify([a, b]), [a, b]],
  ['a repeated field that contains commas', JSON.stringify([`${a},`, b]), [a, b]],
  ['the same ID twice', `${a},${a}`, [a]],
])('parses %s', (_, value, ids) => {
  expect(uploadIdsOf(value)).toEqual(ids);
});

it.each([
  'x',
  'null',
  '{}',
  '[1]',
  '[[]]',
  '[',
  `"${a}"`,
  a.slice(1),
  `${a}0`,
  a.toLowerCase(),
  `[null,"${a}"]`,
])('refuses %s', (value) => {
  expect(() => uploadIdsOf(value)).toThrow(ValidationFailed);
});

it('parses or refuses any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (value) => {
      try {
        uploadIdsOf(value);
      } catch (error) {
        expect(error).toBeInstanceOf(ValidationFailed);
      }
    }),
  );
});

it('creates an upload with a safe name and type that stays valid for a day', () => {
  const now = Date.UTC(2026, 10, 20);
  const input = { field: 'cv', name: 'C:\\me\\cv.pdf', content_type: '', size: 5 };
  expect(newUpload('frm_0123456789', input, now, systemRandom)).toEqual({
    form_id: 'frm_0123456789',
    upload_id: expect.stringMatching(/^upl_[0-9A-Z]{26}$/),
    field: 'cv',
    name: 'cv.pdf',
    content_type: 'application/octet-stream',
    size: 5,
    expires_at: now / 1000 + 86_400,
  });
});
