/** Tests that operations don't ignore unknown query parameters. */
import * as z from 'zod';
import { asLine, checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { BASE_URL } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let account: Everything;
beforeAll(async () => {
  service = await startOperations();
  account = await makeEverything(service.stores, service.call);
});
afterAll(() => service.stop());

const call = (operation: Operation, query: Record<string, string>) =>
  service.call(operation.name as OperationName, {
    path: account.pathOf(operation),
    query,
    ...(operation.access !== 'ingest' && { key: account.key }),
    body: account.bodyOf(operation),
  });

/** The console page is excluded, because its URL contains filters that only its scripts read. */
const all = (Object.values(operations) as Operation[]).filter(({ name }) => name !== 'getConsole');
const strict = all.filter(({ path }) => !path.startsWith('/oauth/'));

it.each(['issueToken', 'revokeToken'] as const)(
  "%s refuses any query with OAuth's own error",
  async (name) => {
    for (const parameter of ['utm_source', 'client_secret', 'grant_type']) {
      const { status, headers, body } = await service.call(name, { query: { [parameter]: '1' } });
      expect([status, headers['content-type'], headers['cache-control'], headers['pragma']]).toEqual([
        400,
        'application/json',
        'no-store',
        'no-cache',
      ]);
      expect(body).toEqual({
        error: 'invalid_request',
        error_description: 'Send all parameters in the body. The URL must have no query.',
      });
    }
  },
);

describe('/oauth/authorize', () => {
  it('ignores unknown parameters', async () => {
    for (const name of ['askConsent', 'answerConsent'] as const) {
      const { status, headers, text } = await service.call(name, {
        query: { utm_source: '1' },
        headers: { origin: BASE_URL },
      });
      expect([status, headers['content-type']]).toEqual([
        name === 'askConsent' ? 400 : 403,
        'text/html; charset=utf-8',
      ]);
      expect(text).toContain(name === 'askConsent' ? 'Unknown app' : 'Please try again');
    }
  });

  it('shows an error page for an invalid parameter instead of redirecting', async () => {
    const { status, headers, text } = await service.call('askConsent', {
      query: { client_id: 'x'.repeat(513), redirect_uri: 'https://platform.example/callback' },
    });
    expect([status, headers['content-type'], headers['location']]).toEqual([
      400,
      'text/html; charset=utf-8',
      undefined,
    ]);
    expect(text).toContain('The app’s request is invalid');
  });
});

describe.each(strict)('$method $path', (operation) => {
  it('names an unknown query parameter or a body property sent in the query', async () => {
    const misplaced = Object.keys(account.bodyOf(operation) ?? {}).slice(0, 1);
    const names = ['utm_source', ...misplaced];
    const { status, body } = await call(operation, Object.fromEntries(names.map((name) => [name, '1'])));
    expect(status).toBe(422);
    expect(body.type).toMatch(/\/validation-failed$/);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(names);
  });
});

/** Phrases from zod's error messages. */
const ZODS_WORDS = /expected|received (?!")|invalid input|unrecognized|too small|too big|[<>]=/i;
const WRONG = [7, -1, 1.5, 1e9, true, null, [], [7], [{}], {}, { nope: 1 }, 'x', '', 'x'.repeat(20_000)];

it.each(all.filter(({ query, body }) => query ?? body))(
  'explains in plain words why a value is invalid for $method $path',
  ({ query, body }) => {
    for (const schema of [query?.(), body?.()]) {
      if (!(schema instanceof z.ZodObject)) continue;
      const inputs = Object.keys(schema.shape).flatMap((name) => WRONG.map((wrong) => ({ [name]: wrong })));
      const texts = [...inputs, 7, { nope: 1 }].flatMap((input) => {
        const checked = checkPlainly(schema, input);
        return checked.success ? [] : checked.issues.map(asLine);
      });
      expect(texts).not.toHaveLength(0);
      expect(texts.filter((text) => ZODS_WORDS.test(text))).toEqual([]);
    }
  },
);

it('checks the key before the query and changes nothing', async () => {
  const anonymous = await service.call('getUsage', { query: { nope: '1' } });
  expect(anonymous.status).toBe(401);
  const forms = await service.call('listForms', { key: account.key });
  expect(forms.body.data).toHaveLength(1);
});

it('explains an unknown parameter in the language of the path', async () => {
  const { body } = await service.call('listDrive', {
    path: { locale: 'ru' },
    key: account.key,
    query: { nope: '1' },
  });
  expect(body.errors).toEqual([{ path: 'nope', message: '— неизвестное имя' }]);
});

describe('a list that is read in a single request', () => {
  it('is also paginated', async () => {
    const { id } = (await service.call('createForm', { key: account.key, body: { name: 'Hooks' } })).body;
    const made: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const body = { url: `https://hooks.example.org/${name}` };
      made.unshift((await service.call('createWebhook', { key: account.key, path: { id }, body })).body.id);
    }
    const page = async (query: Record<string, string>) =>
      (await service.call('listWebhooks', { key: account.key, path: { id }, query })).body;
    const first = await page({ limit: '2' });
    const second = await page({ limit: '2', cursor: first.next_cursor });
    const ids = [...first.data, ...second.data].map((each: { id: string }) => each.id);
    expect(first.data).toHaveLength(2);
    expect(second.next_cursor).toBeNull();
    expect(ids.toSorted()).toEqual(made.toSorted());
    expect((await page({})).data.map((each: { id: string }) => each.id)).toEqual(ids);
    const path = { id: made[0]! };
    const other = { key: account.key, path, query: { cursor: first.next_cursor as string } };
    expect(await service.call('listDeliveries', other)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'cursor' }] },
    });
  });
});
