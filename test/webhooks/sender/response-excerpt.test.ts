import { EXCERPT_BYTES, responseExcerpt } from '../../../lambdas/webhooks/sender/response-excerpt.ts';

function excerpt(body: string | number[], encoding = ''): string | null {
  return responseExcerpt(typeof body === 'string' ? Buffer.from(body) : Uint8Array.from(body), encoding);
}

describe('a response excerpt', () => {
  test('is null for an empty body', () => {
    expect(excerpt('')).toBeNull();
  });

  test('keeps text, line breaks, and tabs and converts CR LF to a single line break', () => {
    expect(excerpt('Grüße\r\n\tfrom 東京\n')).toBe('Grüße\n\tfrom 東京\n');
  });

  test('is truncated to 1 KB without splitting a character', () => {
    expect(excerpt('a' + 'é'.repeat(600))).toBe('a' + 'é'.repeat(511));
    expect(excerpt('x'.repeat(5000))).toHaveLength(EXCERPT_BYTES);
    expect(excerpt('abc' + '😀'.repeat(400))).toBe('abc' + '😀'.repeat(255));
  });

  test('shows invalid UTF-8 as replacement characters and stays within 1 KB', () => {
    expect(excerpt([0x61, 0xff, 0x62])).toBe('a\uFFFDb');
    expect(excerpt([0x61, 0xc3])).toBe('a\uFFFD');
    const text = excerpt(new Array<number>(2000).fill(0xff));
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(EXCERPT_BYTES);
  });

  test('replaces control characters and direction overrides', () => {
    expect(excerpt('a\u0000b\u001b[31mc\u007fd\u0085e\rf')).toBe('a\uFFFDb\uFFFD[31mc\uFFFDd\uFFFDe\uFFFDf');
    expect(excerpt('a\u202Eb\u2066c\u2028d')).toBe('a\uFFFDb\uFFFDc\uFFFDd');
  });

  test("names the encoding of a compressed body and doesn't decompress it", () => {
    expect(excerpt([0x1f, 0x8b, 8], 'gzip')).toBe('[gzip, 3 bytes read]');
    expect(excerpt([1, 2], ' BR ')).toBe('[br, 2 bytes read]');
    expect(excerpt([1, 2], 'gzip, br')).toBe('[encoded, 2 bytes read]');
    expect(excerpt('plain', 'identity')).toBe('plain');
  });

  describe('contains no secret', () => {
    const secret = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`;
    const bare = secret.slice('whsec_'.length);
    const kept = (body: string, secrets = [secret]) => responseExcerpt(Buffer.from(body), '', secrets);

    test.each([
      ['unchanged', secret],
      ['without its prefix', bare],
      ["in PHP's JSON", secret.replaceAll('/', '\\/')],
      ["in .NET's JSON", secret.replaceAll('+', '\\u002B')],
      ["in .NET's JSON without its prefix", bare.replaceAll('+', '\\u002B')],
      ['in HTML', secret.replaceAll('+', '&#x2B;')],
      ['in a URL', encodeURIComponent(secret)],
      ['of another webhook', `whsec_${'A'.repeat(43)}=`],
      ['that looks like a key', `svc_mgmt_${'a'.repeat(38)}`],
    ])('%s', (_, told) => {
      expect(kept(`{"expected":"${told}"}`)).toBe('{"expected":"[redacted]"}');
    });

    test('at the end of the excerpt', () => {
      expect(kept('x'.repeat(1010) + secret)).toBe(`${'x'.repeat(1010)}[redacted]`);
      expect(kept('x'.repeat(1020) + secret)).toBe(`${'x'.repeat(1020)}[red`);
      expect(kept('x'.repeat(1020) + bare)).toBe(`${'x'.repeat(1020)}[red`);
    });
  });
});
