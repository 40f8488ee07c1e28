/** Tests that processing time grows at most linearly with the size of the input (docs/invariants.md, 9). */
import { gzipSync } from 'node:zlib';
import { tokenForm } from '../../../lambdas/connections/oauth/oauth.ts';
import { oauthForm } from '../../../lambdas/connections/oauth/oauth-request.ts';
import type { ValidationFailed } from '../../../lambdas/core/errors/errors.ts';
import { displayValue, singleLine } from '../../../lambdas/core/text/text.ts';
import { submitterAddress } from '../../../lambdas/submissions/submitter-address.ts';
import { safeFileName } from '../../../lambdas/core/text/file-name.ts';
import { uploadIdsOf } from '../../../lambdas/files/upload.ts';
import { formInput } from '../../../lambdas/forms/form.ts';
import { decompressed } from '../../../lambdas/http/body/content-encoding.ts';
import { memoryFileBuffer } from '../../../lambdas/http/body/file-buffer.ts';
import { parseHeaderValue } from '../../../lambdas/http/body/header-value.ts';
import { readForm } from '../../../lambdas/http/body/read-form.ts';
import { parseUrlencodedForm } from '../../../lambdas/http/body/urlencoded-form.ts';
import { preferredLanguage, prefersPage } from '../../../lambdas/http/browser.ts';
import { validated } from '../../../lambdas/http/validation.ts';
import { isFilled } from '../../../lambdas/ingest/honeypot.ts';
import { csvCell } from '../../../lambdas/submissions/export/csv.ts';
import { gatewayEvent } from '../../support/service/gateway-event.ts';
import { expectLinear } from '../../support/linear-cost.ts';
import { hostileBodies } from '../../support/samples/hostile-bodies.ts';

/** Wraps a function and ignores its errors, because refusing the input is a valid result. */
const tolerant = (run: () => unknown) => () => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('a submission to a form', () => {
  const files = { fileBuffer: memoryFileBuffer, maxFileBytes: 50_000_000 };
  /** Size of the smallest body, in bytes. Eight times this size is just below the limit for a text body. */
  const BYTES = 190_000;

  it.each(hostileBodies)('takes time proportional to its bytes: $name', ({ contentType, make }) =>
    expectLinear((factor) => {
      const bytes = [make(BYTES * factor)];
      return () => readForm({ contentType, bytes }, files);
    }),
  );

  it.each(hostileBodies.filter(({ name }) => name.startsWith('multipart')))(
    "takes time proportional to its bytes, up to the gateway's limit: $name",
    ({ contentType, make }) =>
      expectLinear((factor) => {
        const bytes = [make(550_000 * factor)];
        return () => readForm({ contentType, bytes }, files);
      }),
  );

  // JSON is fully decompressed before it is parsed, so its structure doesn't affect decompression.
  it.each(hostileBodies.filter(({ name }) => !name.startsWith('JSON')))(
    'takes time proportional to its bytes, compressed: $name',
    ({ contentType, make }) =>
      expectLinear((factor) => {
        const bytes = [gzipSync(make(BYTES * factor), { level: 1 })];
        return () => readForm({ contentType, contentEncoding: 'gzip', bytes }, files);
      }),
  );

  it('is decompressed in proportional time, even if it has many empty streams', () =>
    expectLinear((factor) => {
      const empty = gzipSync('');
      const bytes = [Buffer.concat(Array.from({ length: 25_000 * factor }, () => empty))];
      return async () => {
        for await (const piece of decompressed(bytes, 'gzip')) expect(piece).toHaveLength(0);
      };
    }));
});

describe('a request to an OAuth endpoint', () => {
  it.each(['a&', '&', '%', '+', '=', 'a=1&', '%zz', 'a'])('is refused without being read: %s', (unit) =>
    expectLinear((factor) => {
      const body = Buffer.from(unit.repeat((500_000 * factor) / unit.length));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const event = gatewayEvent({ method: 'POST', path: '/oauth/token', body, headers });
      return () => oauthForm(event, tokenForm);
    }),
  );
});

describe('an error list', () => {
  it.each<[string, (count: number) => unknown]>([
    ['unknown members', (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 0]))],
    ['wrong elements', (count) => ({ name: 'x', notify_emails: Array.from({ length: count }, () => 1) })],
    ['wrong origins', (count) => ({ name: 'x', allowed_origins: Array.from({ length: count }, () => 'x') })],
  ])('takes time proportional to the body: %s', (_, make) =>
    expectLinear((factor) => {
      // Eight times this number of entries fills 256 KiB.
      const value = make(3_900 * factor);
      return tolerant(() => validated(formInput, value));
    }),
  );

  it('is short, even for a large body', () => {
    const names = Array.from({ length: 30_000 }, (_, i) => `${'x'.repeat(i % 300)}${i}`);
    const value = Object.fromEntries(names.map((name) => [name, 0]));
    const thrown = tolerant(() => validated(formInput, value))();
    expect(thrown).toMatchObject({ name: 'ValidationFailed', omitted: 29_981 });
    expect((thrown as ValidationFailed).errors).toHaveLength(20);
    expect((thrown as ValidationFailed).message.length).toBeLessThan(5000);
  });
});

describe('client-supplied text', () => {
  const units = [
    'a',
    ' ',
    '\t',
    '\0',
    '\n',
    '"',
    "'",
    ',',
    ';',
    '=',
    'a=b;',
    '; x="\\""',
    'a,',
    '",',
    '/',
    'a/b,',
  ];
  const moreUnits = [
    '*/*;q=0.1,',
    'de-',
    'a.',
    'a@',
    '.',
    '..',
    '\\',
    '[',
    '{{',
    '}}',
    '{{a',
    '\ud83d',
    'é',
    '=-+',
    '\r\n',
  ];

  it.each<[string, number, (text: string) => unknown]>([
    // The total size of all headers is limited to 10 KB.
    ['Accept', 1250, prefersPage],
    ['Accept-Language', 1250, preferredLanguage],
    ['Content-Type', 1250, parseHeaderValue],
    // The total size of all values is limited to 256 KiB.
    ['a honeypot', 32_000, isFilled],
    ['_uploads', 32_000, uploadIdsOf],
    ['a value in an e-mail', 32_000, displayValue],
    ['a line of an e-mail', 32_000, singleLine],
    ['an address', 32_000, (text) => submitterAddress(new Map([['email', text]]))],
    ['a long name of an address', 32_000, (text) => submitterAddress(new Map([[text, 'a@example.org']]))],
    ['a cell', 32_000, csvCell],
    ['a file name', 16_000, safeFileName],
    ['a form', 32_000, (text) => parseUrlencodedForm(Buffer.from(text))],
  ])('takes time proportional to its length: %s', async (_, length, run) => {
    for (const unit of [...units, ...moreUnits]) {
      for (const [before, after] of [
        ['', ''],
        ['x', '\0'],
        ['[', ']'],
        ['["', '"]'],
        ['a@', '!'],
      ]) {
        await expectLinear((factor) => {
          const text = `${before}${unit.repeat(Math.ceil((length * factor) / unit.length))}${after}`;
          return tolerant(() => run(text));
        });
      }
    }
  });
});
