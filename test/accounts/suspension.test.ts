/**
 * Tests suspended accounts: every operation is refused, forms don't accept submissions, and tokens and file
 * links don't work.
 */
import { accountRegistry } from '../../cli/account/account-registry.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import type { Operation } from '../../lambdas/http/operation.ts';
import { operations, type OperationName } from '../../lambdas/api/operations.ts';
import { newKey, serviceOn } from '../support/samples/accounts.ts';
import { file, MULTIPART, multipart, text } from '../support/samples/multipart.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import type { Answered } from '../support/service/handlers.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let ours: Everything;
let fileUrl: URL;
let token: string;
let submissionKey: string;

const call: TestOperations['call'] = (name, sent) => service.call(name, sent);
const registry = () => accountRegistry(serviceOn(service.stores), Date.now, systemRandom);
const problem = (status: number, slug: string) => ({
  status,
  body: { type: `http://api.test/problems/${slug}`, status },
});
const suspended = problem(403, 'account-suspended');

beforeAll(async () => {
  service = await startOperations();
  ours = await makeEverything(service.stores, service.call);
  const { id, key } = await newKey(service.stores, ours.accountId, 'management');
  submissionKey = (await newKey(service.stores, ours.accountId, 'submission')).key;
  const client = { grant_type: 'client_credentials', client_id: id, client_secret: key };
  token = (await call('issueToken', { body: new URLSearchParams(client) })).body.access_token;
  const posted = await call('submitForm', {
    path: { slug: ours.resources['f']! },
    body: multipart(text('name', 'Ada'), file('cv', 'cv.pdf', '%PDF-1.7', 'application/pdf')),
    headers: { 'content-type': MULTIPART },
  });
  expect(posted.status).toBe(201);
  const { body } = await call('getSubmission', { key: ours.key, path: { id: posted.body.id } });
  fileUrl = new URL(body.attachments[0].url);
  await registry().suspend(ours.accountId);
});
afterAll(() => service.stop());

const callWith = (operation: Operation, key: string | undefined): Promise<Answered> => {
  const body = ours.bodyOf(operation);
  return call(operation.name as OperationName, {
    path: ours.pathOf(operation),
    key,
    ...(body !== undefined && { body }),
  });
};
const getFileByLink = (): Promise<Answered> => {
  const [, , , id = '', , file_id = ''] = fileUrl.pathname.split('/');
  return call('getFile', { path: { id, file_id }, query: Object.fromEntries(fileUrl.searchParams) });
};

/**
 * Operations that accept an API key. authorization-table.ts lists their expectations by hand.
 * people/member-matrix.test.ts tests operations that only accept a session.
 */
const WITH_KEY = Object.values<Operation>(operations).filter(
  ({ access }) => access !== 'public' && access !== 'ingest' && access !== 'session',
);

test.each(WITH_KEY.map((operation) => [operation.name, operation] as const))(
  '%s is refused with a key and with a token',
  async (_, operation) => {
    // The agent endpoint rejects the token because it isn't bound to this endpoint.
    const keys = operation.access === 'agent' ? [ours.key] : [ours.key, token];
    for (const key of keys) expect(await callWith(operation, key)).toMatchObject(suspended);
  },
);

test('the localized API returns the error in the language of the request path', async () => {
  const { body } = await callWith(operations.getJob, ours.key);
  expect(body).toMatchObject({ title: 'Konto gesperrt', detail: expect.stringContaining('gesperrt') });
  const entry = await call('submitEntry', {
    path: { locale: 'de' },
    key: submissionKey,
    body: { form: ours.resources['f']!, fields: { name: 'Ada' } },
  });
  expect(entry).toMatchObject(suspended);
});

test.each(['submitForm', 'createUpload'] as const)(
  "%s returns the same error as for a form that isn't live",
  async (name) => {
    for (const key of [undefined, submissionKey]) {
      expect(await callWith(operations[name], key)).toMatchObject(problem(403, 'form-not-live'));
    }
  },
);

test('rejects a file link', async () => {
  expect(await getFileByLink()).toMatchObject(suspended);
});

test('a suspended account can revoke tokens but gets no new ones', async () => {
  const { id, key } = await newKey(service.stores, ours.accountId, 'management');
  const client = { client_id: id, client_secret: key };
  const refused = await call('issueToken', {
    body: new URLSearchParams({ grant_type: 'client_credentials', ...client }),
  });
  expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
  expect(refused.body.error_description).toContain('suspended');
  const revoked = await call('revokeToken', { body: new URLSearchParams({ token: 'svc_at_x', ...client }) });
  expect(revoked.status).toBe(200);
});

test('everything works again after the suspension ends', async () => {
  await registry().resume(ours.accountId);
  expect((await callWith(operations.getForm, token)).status).toBe(200);
  expect((await callWith(operations.submitForm, submissionKey)).status).toBe(201);
  expect((await getFileByLink()).status).toBe(302);
});
