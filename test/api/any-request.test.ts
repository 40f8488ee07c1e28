/** Tests that no request to any operation causes a server error (docs/invariants.md, 7). */
import fc from 'fast-check';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import type { Answered, SentToOperation } from '../support/service/handlers.ts';
import { startAcceptingQueue } from '../support/receivers/accepting-queue.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';
import { anyCharacter } from '../support/samples/any-character.ts';

let service: TestOperations;
let queue: Awaited<ReturnType<typeof startAcceptingQueue>>;
let account: Everything;

beforeAll(async () => {
  queue = await startAcceptingQueue();
  service = await startOperations({
    // Canceling a data request fails unless SQS accepts the message.
    DATA_REQUESTS_QUEUE_URL: `${queue.url}/0/queue`,
    AWS_ENDPOINT_URL_SQS: queue.url,
  });
  // The test has no e-mail queue.
  delete process.env['EMAILS_QUEUE_URL'];
});
afterAll(async () => {
  await service.stop();
  queue.stop();
});

/** Long and empty strings, NUL, property names of built-in objects, and lone surrogates. */
const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom('', '\0', '__proto__', 'constructor', '..', 'x'.repeat(3000), '\u{1f600}', '%ff'),
);
const halves = fc.constantFrom('\ud83d', '\ude00x', 'a\ud83d\u0020\ude00');

const value = fc.oneof(
  halves,
  oddText,
  fc.jsonValue(),
  fc.dictionary(oddText, fc.oneof(oddText, halves), { maxKeys: 3 }),
);
/** Replaces some of the operation's input properties and adds others. */
const member = fc.oneof(
  fc.constantFrom('name', 'slug', 'url', 'type', 'status', 'form', 'fields', 'field', 'size', 'content_type'),
  fc.constantFrom(
    'honeypot_field',
    'challenge',
    'notify_emails',
    'redirect_url',
    'retention_days',
    '_uploads',
  ),
  oddText,
);
const changes = fc.array(fc.tuple(member, value), { maxLength: 3 });
const notJson = fc.tuple(
  fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', ''),
  fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('', '{', 'null', '"text"', '[]', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)
      .map((text) => Buffer.from(text)),
  ),
);
type Sent = { changes: [string, unknown][] } | { contentType: string; bytes: Buffer };
const sent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ changes }) },
  { weight: 1, arbitrary: notJson.map(([contentType, bytes]) => ({ contentType, bytes })) },
);
const moment = fc.constantFrom(
  '0000-01-01T00:00:00Z',
  '2026-11-01T00:00:00.000Z',
  '9999-12-31T23:59:59-14:00',
);
const query = fc.record(
  {
    limit: fc.oneof(fc.constantFrom('1', '100', '-1', '1e9', '1e2'), oddText),
    cursor: oddText,
    status: fc.oneof(fc.constantFrom('spam', 'received'), oddText),
    since: fc.oneof(moment, oddText),
    until: fc.oneof(moment, oddText),
    format: fc.oneof(fc.constantFrom('csv', 'ndjson'), oddText),
    expires: fc.oneof(fc.constantFrom('1', '99999999999999999999'), oddText),
    signature: oddText,
    other: oddText,
  },
  { requiredKeys: [] },
);

/**
 * Number of requests per operation. Operations without a body need fewer requests, because they have fewer
 * inputs to test.
 */
const WITH_BODY = 100;
const WITHOUT_BODY = 40;

/**
 * These operations return a 503 because no identity provider is running. The tests in test/sign-in run them
 * with correct and incorrect identity providers.
 */
const OF_ISSUER: readonly string[] = ['startSignIn', 'signOutOfIssuer'];

/** Operations that always return a page, because they are opened in a browser. */
const PAGES_ONLY: readonly string[] = ['askConsent', 'answerConsent'];

const tested = (Object.values(operations) as Operation[]).filter(({ name }) => !OF_ISSUER.includes(name));
const newAccount = (): Promise<Everything> => makeEverything(service.stores, service.call);
/**
 * All GET operations share one account and all POST operations share another, because they don't delete data.
 */
const shared: { GET?: Promise<Everything>; POST?: Promise<Everything> } = {};

describe.each(tested)('$method $path', (operation) => {
  beforeAll(async () => {
    const { method } = operation;
    account = await (method === 'GET' || method === 'POST'
      ? (shared[method] ??= newAccount())
      : newAccount());
  });
  const takesBody = operation.body ?? operation.reads ?? operation.form;
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  /**
   * Most requests use existing ids, because requests with invalid ids already fail when the id is checked.
   */
  const odd = fc.array(fc.option(oddText, { freq: 4, nil: undefined }), {
    minLength: parameters.length,
    maxLength: parameters.length,
  });

  it('never responds with a 5xx and refuses an invalid request with a problem document', async () => {
    await fc.assert(
      fc.asyncProperty(odd, fc.option(query, { nil: {} }), sent, async (oddPath, asked, body) => {
        const path = account.pathOf(operation);
        for (const [index, text] of oddPath.entries())
          if (text !== undefined) path[parameters[index]!] = text;
        const answered = await service.call(operation.name as OperationName, {
          key: account.key,
          path,
          query: asked,
          ...(takesBody && bodyOf(operation, body)),
        });
        // Only call `expect` for unexpected responses. Calling it for thousands of responses would account
        // for a tenth of this file's run time.
        if (!isExpected(operation, answered)) expect(answered).toBe('an answer as promised');
      }),
      { numRuns: takesBody ? WITH_BODY : WITHOUT_BODY },
    );
  }, 60_000);
});

/**
 * Returns true if the response has a request id and isn't a server error. Error responses must also be a
 * problem document or a page.
 */
function isExpected({ name }: Operation, { status, headers }: Answered): boolean {
  const type = headers['content-type'] ?? '';
  const isPage = PAGES_ONLY.includes(name) && type.startsWith('text/html');
  const isProblem = /^application\/(problem\+)?json$/.test(type);
  return status < 500 && headers['x-request-id'] !== undefined && (status < 400 || isPage || isProblem);
}

function bodyOf(operation: Operation, sent: Sent): Pick<SentToOperation, 'body' | 'headers'> {
  if ('bytes' in sent) return { body: sent.bytes, headers: { 'content-type': sent.contentType } };
  const changed = { ...account.bodyOf(operation), ...Object.fromEntries(sent.changes) };
  return { body: Buffer.from(JSON.stringify(changed)), headers: { 'content-type': 'application/json' } };
}
