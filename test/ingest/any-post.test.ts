/**
 * Tests that every submission to a form gets a response, and that nothing is stored without one
 * (docs/invariants.md, 1 and 7).
 */
import fc from 'fast-check';
import { makeAccount, type AccountWithForms } from '../support/samples/account-with-forms.ts';
import { startBuckets, type TestBuckets } from '../support/emulators/buckets.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { storedSubmissions } from '../support/samples/stored-records.ts';

let stores: TestStores;
let buckets: TestBuckets;
let call: ReturnType<typeof handlersOn>;
let account: AccountWithForms;

beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  call = handlersOn(stores, { s3: buckets.endpoint });
  account = await makeAccount(stores, call, { plan: 'team' });
});
afterAll(() => Promise.all([stores.stop(), buckets.stop()]));

const boundary = 'xYz';
const contentType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=nonsense',
    `multipart/form-data; boundary=${boundary}`,
    'multipart/form-data',
    'text/plain',
    '',
  ),
  fc.string({ maxLength: 40 }),
);
const part = fc
  .tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 30 }), fc.boolean())
  .map(([name, value, isFile]) => {
    const fileName = isFile ? `; filename="${name}.txt"` : '';
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n${value}\r\n`;
  });
const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const json = fc
  .dictionary(fc.string({ maxLength: 12 }), fc.jsonValue(), { maxKeys: 8 })
  .map((of) => Buffer.from(JSON.stringify(of)));
const urlencoded = fc
  .array(fc.tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 30 })), { maxLength: 8 })
  .map((pairs) => Buffer.from(new URLSearchParams(pairs).toString()));
const parts = fc.array(part, { maxLength: 4 });
const multipart = parts.map((all) => Buffer.from(`${all.join('')}--${boundary}--\r\n`));
const truncated = parts.map((all) => Buffer.from(all.join('')));

const ofType = (type: string, of: fc.Arbitrary<Buffer>) => fc.tuple(fc.constant(type), of);
const message = fc.oneof(
  ofType('application/json', json),
  ofType('application/x-www-form-urlencoded', urlencoded),
  ofType(`multipart/form-data; boundary=${boundary}`, multipart),
  ofType(`multipart/form-data; boundary=${boundary}`, truncated),
  fc.tuple(contentType, fc.oneof(noise, json, urlencoded, multipart)),
);
const headers = fc.record(
  {
    'idempotency-key': fc.string({ maxLength: 300 }),
    accept: fc.constantFrom('text/html', 'application/json', '*/*', 'text/html;q=0.1', ';;;', ''),
    'accept-language': fc.constantFrom('de', 'ru;q=0.1, es', 'x-klingon', '', 'it;q=wrong'),
    origin: fc.constantFrom('null', 'https://example.com', 'nonsense'),
    referer: fc.constantFrom('https://example.com/form', 'javascript:alert(1)', 'nonsense'),
  },
  { requiredKeys: [] },
);
const authorization = fc.option(fc.oneof(fc.string({ maxLength: 60 }), fc.constant('Bearer svc_sub_wrong')), {
  freq: 1,
  nil: undefined,
});

it('never responds with 5xx and stores exactly one submission for each 201 and each spam submission', async () => {
  const form = await account.makeForm({ rate_limit: 100_000 });
  let answeredFor = 0;
  const known = new Set<string>();
  await fc.assert(
    fc.asyncProperty(message, headers, authorization, async ([type, bytes], others, key) => {
      const {
        status,
        text,
        headers: answered,
      } = await call('submitForm', {
        path: { slug: form.slug },
        // Submit like a script. A browser navigation gets a 303 for each of the three outcomes, so the test
        // couldn't tell them apart.
        headers: {
          'content-type': type,
          'sec-fetch-mode': 'cors',
          ...others,
          ...(key !== undefined && { authorization: key }),
        },
        body: bytes,
      });
      expect(status).toBeLessThan(500);
      const isPage = answered['content-type']?.startsWith('text/html') ?? false;
      if (status >= 400 && !isPage) {
        expect(answered['content-type']).toBe('application/problem+json');
        expect(JSON.parse(text)).toMatchObject({
          status,
          type: expect.stringMatching(/\/problems\/[a-z-]+$/),
        });
      }
      expect(answered['access-control-allow-origin']).toBe('*');
      const idempotencyKey = others['idempotency-key'] === '' ? undefined : others['idempotency-key'];
      const isReplay = idempotencyKey !== undefined && known.has(idempotencyKey);
      if (status < 300 && !isReplay) answeredFor += 1;
      if (status === 201 && idempotencyKey !== undefined) known.add(idempotencyKey);
    }),
    { numRuns: 400 },
  );
  expect(answeredFor).toBeGreaterThan(20);
  const stored = await storedSubmissions(stores, form.id);
  expect(stored).toHaveLength(answeredFor);
  const files = stored.flatMap((item) => (item['attachments'] ?? []) as unknown[]);
  expect(await buckets.keys(buckets.attachments)).toHaveLength(files.length);
}, 120_000);
