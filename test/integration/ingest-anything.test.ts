import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { makeAccount } from '../support/account-with-forms.ts';
import { startBuckets, type TestBuckets } from '../support/buckets.ts';
import { handlersOn } from '../support/handlers.ts';
import { file, multipart, MULTIPART, text } from '../support/multipart.ts';
import { startStores, type TestStores } from '../support/stores.ts';

let stores: TestStores;
let buckets: TestBuckets;
let call: ReturnType<typeof handlersOn>;

beforeAll(async () => {
  [stores, buckets] = await Promise.all([startStores(), startBuckets()]);
  call = handlersOn(stores, { s3: buckets.endpoint });
});
afterAll(async () => {
  await Promise.all([stores.stop(), buckets.stop()]);
});

const URLENCODED = 'application/x-www-form-urlencoded';
const word = fc.oneof(
  fc.constantFrom('name', '_gotcha', '_uploads', '_charset_', '__proto__', 'cf-turnstile-response', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const fileName = fc.constantFrom('', 'cv.pdf', '../../etc/passwd', 'C:\\x', 'Größe 🙂', '%22', '.');
const part = fc.oneof(
  fc.tuple(word, word).map(([name, value]) => text(name, value)),
  fc.tuple(word, word, fc.uint8Array()).map(([name, type, bytes]) => file(name, 'a.bin', bytes, type)),
  fc.tuple(fileName, fc.uint8Array()).map(([name, bytes]) => file('f', name, bytes)),
);
const form = fc.array(part, { maxLength: 14 }).map((parts) => multipart(...parts));
const json = fc.dictionary(word, fc.jsonValue()).map((members) => Buffer.from(JSON.stringify(members)));
const pairs = fc
  .array(fc.tuple(word, word), { maxLength: 10 })
  .map((all) => Buffer.from(new URLSearchParams(all).toString()));
const cutOff = fc.tuple(form, fc.nat(400)).map(([whole, end]) => whole.subarray(0, end));
const anyBody = fc.oneof(fc.uint8Array({ maxLength: 200 }), form, json, pairs, cutOff);

const labelled = (contentType: fc.Arbitrary<string>, body: fc.Arbitrary<Uint8Array>) =>
  fc.record({ contentType, body });
const post = fc.oneof(
  labelled(fc.constant(MULTIPART), form),
  labelled(fc.constant('application/json'), json),
  labelled(fc.constantFrom(URLENCODED, `${URLENCODED}; charset=utf-16`), pairs),
  labelled(fc.constant(MULTIPART), cutOff),
  labelled(
    fc.oneof(fc.constantFrom(MULTIPART, URLENCODED, 'application/json', 'text/plain'), fc.string()),
    anyBody,
  ),
);
const often = fc.record(
  {
    'idempotency-key': fc.string({ maxLength: 300 }),
    origin: fc.string(),
    accept: fc.constantFrom('application/json', '*/*', ';;;'),
    'accept-language': fc.string(),
  },
  { requiredKeys: [] },
);
const seldom = fc.record({
  authorization: fc.oneof(
    fc.string(),
    fc.string().map((key) => `Bearer ${key}`),
  ),
});
const headers = fc.oneof({ weight: 9, arbitrary: often }, { weight: 1, arbitrary: seldom });

it('answers any post with 201, 200 or a reason, and stores exactly what it says it stored', async () => {
  const account = await makeAccount(stores, call, { plan: 'team' });
  const { id, slug } = await account.makeForm({ rate_limit: 100_000 });
  let stored = 0;
  let files = 0;
  await fc.assert(
    fc.asyncProperty(post, headers, async ({ contentType, body }, sent) => {
      const answer = await call('submitForm', {
        path: { slug },
        body,
        headers: { ...sent, 'content-type': contentType },
      });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers['x-request-id']).toBeDefined();
      // Both stored and spam are kept; a replay and a failure keep nothing.
      if (answer.status === 201) stored += 1;
      if (answer.body?.status === 'accepted') stored += 1;
      if (answer.status === 201) files += Number(answer.body?.files ?? 0);
    }),
    { numRuns: 400 },
  );

  const { Items = [] } = await stores.db.send(
    new QueryCommand({
      TableName: stores.tables.submissions,
      KeyConditionExpression: 'form_id = :form',
      ExpressionAttributeValues: { ':form': id },
    }),
  );
  const attachments = Items.flatMap((item) => (item['attachments'] ?? []) as unknown[]);
  const keys = (await buckets.keys(buckets.attachments)).filter((key) => key.startsWith(id));
  expect(keys).toHaveLength(attachments.length);
  expect([Items.length, attachments.length]).toEqual([stored, files]);
  expect(Math.min(stored, files)).toBeGreaterThan(0);
});
