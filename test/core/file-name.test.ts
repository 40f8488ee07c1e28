import fc from 'fast-check';
import { mediaTypeOf, safeFileName } from '../../lambdas/core/text/file-name.ts';
import { anyCharacter } from '../support/samples/any-character.ts';

it.each<[string, string]>([
  ['cv.pdf', 'cv.pdf'],
  ['Größe 🙂.png', 'Größe 🙂.png'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Temp\\a.txt', 'a.txt'],
  ['../../.htaccess', '.htaccess'],
  ['a/b\\c', 'c'],
  ['line\r\nbreak\0.txt', 'linebreak.txt'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['  spaced.txt ', 'spaced.txt'],
  ['', 'file'],
  ['folder/', 'file'],
  ['..', 'file'],
  ['\0', 'file'],
])('turns %j into the name %j', (posted, safe) => {
  expect(safeFileName(posted)).toBe(safe);
});

it('truncates a long name but keeps its extension', () => {
  expect(safeFileName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(251)}.pdf`);
  expect(safeFileName(`${'🙂'.repeat(100)}.pdf`)).toBe(`${'🙂'.repeat(62)}.pdf`);
});

it('turns any text into a valid, stable name without paths or control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (posted) => {
      const name = safeFileName(posted);
      expect(name).not.toMatch(/[\\/\p{Cc}]|^\.{0,2}$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
      expect(safeFileName(name)).toBe(name);
    }),
  );
});

it.each<[string | undefined, string]>([
  ['Image/PNG', 'image/png'],
  ['text/plain; charset=utf-8', 'text/plain'],
  ['application/vnd.ms-excel.sheet+xml', 'application/vnd.ms-excel.sheet+xml'],
  ['text', 'application/octet-stream'],
  ['text/html\r\nx-evil: 1', 'application/octet-stream'],
  ['', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
])('reads %j as %s', (contentType, mediaType) => {
  expect(mediaTypeOf(contentType)).toBe(mediaType);
});
