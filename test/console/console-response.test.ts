import { consoleResponses, type StoredFiles } from '../../lambdas/console/console-response.ts';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const stored = (type: string, content: string) => ({
  type,
  gzip: gzipSync(content).toString('base64'),
  brotli: brotliCompressSync(content).toString('base64'),
});
const files: StoredFiles = {
  page: stored('text/html; charset=utf-8', '<!doctype html>page'),
  assets: {
    'main.ABCDEFGH.js': stored('text/javascript; charset=utf-8', 'script'),
    'font.ABCDEFGH.woff2': { type: 'font/woff2', plain: Buffer.from('font').toString('base64') },
  },
};
const respond = consoleResponses(files, {
  attachments: 'https://files.example',
  exports: 'https://exports.example',
});

it.each(['', 'inbox', 'inbox/sub_01', 'forms/frm_1/settings/spam', 'no-such-screen'])(
  'serves the page for /console/%s with a header that makes caches revalidate it',
  (path) => {
    const { status, headers, bytes } = respond(path, {});
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(bytes?.toString()).toBe('<!doctype html>page');
  },
);

it.each(['assets/main.OLDHASH1.js', 'assets/', 'favicon.ico', 'assets/../index.html', 'inbox/x.php'])(
  'returns 404 for /console/%s',
  (path) => {
    expect(() => respond(path, {})).toThrow(expect.objectContaining({ name: 'NotFound' }));
  },
);

it("serves the page's files as immutable, in the browser's best encoding", () => {
  const path = 'assets/main.ABCDEFGH.js';
  const encodings = ['gzip, deflate, br', 'gzip', 'br;q=0, gzip', 'identity'].map((accepted) => {
    const { headers, bytes } = respond(path, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    return [headers?.['content-encoding'], bytes?.length];
  });
  const { gzip = '', brotli = '' } = files.assets['main.ABCDEFGH.js'] ?? {};
  expect(encodings).toEqual([
    ['br', Buffer.from(brotli, 'base64').length],
    ['gzip', Buffer.from(gzip, 'base64').length],
    ['gzip', Buffer.from(gzip, 'base64').length],
    [undefined, 'script'.length],
  ]);
  expect(respond('assets/font.ABCDEFGH.woff2', { 'accept-encoding': 'br' }).bytes?.toString()).toBe('font');
});

it('returns 304 to a browser that already has the page', () => {
  const { headers } = respond('', {});
  expect(respond('inbox', { 'if-none-match': headers?.['etag'] ?? '' })).toMatchObject({ status: 304 });
});

it("lets the page load and run only the service's own files", () => {
  const policy = respond('', {}).headers?.['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('style-src')?.filter((value) => !value.startsWith("'sha256-"))).toEqual(["'self'"]);
  expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'https://files.example']);
  expect(directives.get('connect-src')).toEqual([
    "'self'",
    'https://files.example',
    'https://exports.example',
  ]);
  expect(directives.get('frame-src')).toEqual(["'self'"]);
  expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
  expect(directives.get('base-uri')).toEqual(["'none'"]);
  expect(directives.get('form-action')).toEqual(["'self'"]);
  expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(directives.get('trusted-types')).toEqual(['pasted-page']);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(respond('', {}).headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
});
