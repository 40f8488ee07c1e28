import { EXCERPT_BYTES, responseExcerpt } from '../../../lambdas/adapters/response-excerpt.ts';

function excerpt(body: string | number[], encoding = ''): string | null {
  return responseExcerpt(typeof body === 'string' ? Buffer.from(body) : Uint8Array.from(body), encoding);
}

describe('the excerpt of an answer', () => {
  test('is null for an empty body', () => {
    expect(excerpt('')).toBeNull();
  });

  test('keeps text, line breaks and tabs, and makes one line break of CR LF', () => {
    expect(excerpt('Grüße\r\n\tfrom 東京\n')).toBe('Grüße\n\tfrom 東京\n');
  });

  test('is cut at 1 KB between two characters', () => {
    expect(excerpt('a' + 'é'.repeat(600))).toBe('a' + 'é'.repeat(511));
    expect(excerpt('x'.repeat(5000))).toHaveLength(EXCERPT_BYTES);
    expect(excerpt('abc' + '😀'.repeat(400))).toBe('abc' + '😀'.repeat(255));
  });

  test('shows bytes that are not UTF-8 as replacement characters, and stays within 1 KB', () => {
    expect(excerpt([0x61, 0xff, 0x62])).toBe('a\uFFFDb');
    expect(excerpt([0x61, 0xc3])).toBe('a\uFFFD');
    const text = excerpt(new Array<number>(2000).fill(0xff));
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(EXCERPT_BYTES);
  });

  test('replaces control characters and those that turn the text around', () => {
    expect(excerpt('a\u0000b\u001b[31mc\u007fd\u0085e\rf')).toBe('a\uFFFDb\uFFFD[31mc\uFFFDd\uFFFDe\uFFFDf');
    expect(excerpt('a\u202Eb\u2066c\u2028d')).toBe('a\uFFFDb\uFFFDc\uFFFDd');
  });

  test('names a compressed body and does not unpack it', () => {
    expect(excerpt([0x1f, 0x8b, 8], 'gzip')).toBe('[gzip, 3 bytes read]');
    expect(excerpt([1, 2], ' BR ')).toBe('[br, 2 bytes read]');
    expect(excerpt([1, 2], 'gzip, br')).toBe('[encoded, 2 bytes read]');
    expect(excerpt('plain', 'identity')).toBe('plain');
  });
});
