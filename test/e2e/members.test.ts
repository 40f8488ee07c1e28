/** Tests members and sessions in a running service. Each function only has its role's permissions. */
import { join } from 'node:path';
import { untilMails } from '../support/receivers/mail-folder.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let key: string;
let accountId: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  const made = await operatorIn(service.folder)(
    ...['create', '--name', 'Acme', '--plan', 'pro', '--email', 'ann@acme.example', '--local', '--json'],
  );
  expect([made.code, made.stderr]).toEqual([0, '']);
  ({ management_key: key, account_id: accountId } = JSON.parse(made.stdout));
});

async function request(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const response = await service.request(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

test('a page can use a key session to invite, change, and remove people, and to sign out', async () => {
  const started = await request('POST', '/v1/session', { authorization: `Bearer ${key}` });
  expect(started.status).toBe(204);
  const [cookie = ''] = started.headers.getSetCookie();
  const page = { cookie: cookie.split(';')[0] ?? '', origin: new URL(service.baseUrl).origin };

  expect((await request('GET', '/v1/me', page)).body).toMatchObject({
    type: 'key',
    account: { id: accountId },
  });
  const invited = await request('POST', '/v1/members', page, { email: 'bob@example.com', role: 'owner' });
  expect([invited.status, invited.body.status]).toEqual([201, 'invited']);
  const path = `/v1/members/${invited.body.id}`;
  expect((await request('PATCH', path, page, { role: 'editor' })).body).toMatchObject({ role: 'editor' });
  expect((await request('DELETE', `${path}/sessions`, page)).status).toBe(204);

  const { body: members } = await request('GET', '/v1/members', page);
  expect(members.data.map(({ email, role }: { email: string; role: string }) => [email, role])).toEqual([
    ['bob@example.com', 'editor'],
    ['ann@acme.example', 'owner'],
  ]);
  const owner = `/v1/members/${members.data[1].id}`;
  expect((await request('DELETE', owner, page)).body).toMatchObject({ status: 409 });
  expect((await request('DELETE', path, { cookie: page.cookie })).status).toBe(403);
  expect((await request('DELETE', path, page)).status).toBe(204);
  expect((await request('GET', '/v1/members', page)).body.data).toHaveLength(1);

  expect((await request('POST', '/v1/api-keys', page, { type: 'submission', name: 'Website' })).status).toBe(
    201,
  );
  expect((await request('POST', '/v1/session/sign-out', page)).status).toBe(204);
  expect((await request('GET', '/v1/me', page)).status).toBe(401);
}, 60_000);

test("people can be invited by e-mail, through the API in the browser's language, and by the operator", async () => {
  const headers = { authorization: `Bearer ${key}`, 'accept-language': 'de-CH,de;q=0.9' };
  const invited = await request('POST', '/v1/members', headers, { email: 'zoe@example.com', role: 'viewer' });
  expect(invited.status).toBe(201);
  const folder = join(service.folder, 'mail');
  const [zoe] = await untilMails(folder, 1, ({ to }) => to?.[0]?.address === 'zoe@example.com');
  expect(zoe?.subject).toBe('Einladung zu Acme');
  expect(zoe?.text).toContain(`${service.baseUrl}/console/sign-in?account=${accountId}`);
  const [ann] = await untilMails(folder, 1, ({ to }) => to?.[0]?.address === 'ann@acme.example');
  expect(ann?.subject).toBe('Invitation to join Acme');
}, 60_000);
