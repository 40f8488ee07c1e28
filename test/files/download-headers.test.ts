import fc from 'fast-check';
import { downloadDisposition, downloadType } from '../../lambdas/files/download-headers.ts';

it.each<[string, string]>([
  ['cv.pdf', `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`],
  ['Größe.txt', `attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`],
  [`"a\\b".txt`, `attachment; filename="_a_b_.txt"; filename*=UTF-8''%22a%5Cb%22.txt`],
  [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
])('encodes %s in a header', (name, header) => {
  expect(downloadDisposition(name)).toBe(header);
});

it('encodes any name as an ASCII header that decodes to the same name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const header = downloadDisposition(name);
      const [, ascii, encoded] =
        /^attachment; filename="([ !#-~]*)"; filename\*=UTF-8''([\w.~!-]|%[0-9A-F]{2})*$/.exec(header) ?? [];
      expect([ascii, encoded]).not.toEqual([undefined, undefined]);
      expect(decodeURIComponent(header.split("''")[1]!)).toBe(name);
    }),
  );
});

it.each([
  'image/png',
  'application/pdf',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
])('serves %s with its type', (type) => {
  expect(downloadType(type)).toBe(type);
});

it.each([
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/xml',
  'text/xml',
  'text/javascript',
  'application/javascript',
  'text/css',
  'application/vnd.mozilla.xul+xml',
  'x/y',
])('serves %s as plain bytes', (type) => {
  expect(downloadType(type)).toBe('application/octet-stream');
});
