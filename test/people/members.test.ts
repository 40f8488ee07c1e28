/** Tests the member operations and the invitation e-mail. */
import { HOUR } from '../../lambdas/core/clock.ts';
import type { languages } from '../../lambdas/core/text/language.ts';
import { translations } from '../../lambdas/i18n/catalogues.ts';
import { invitationEmail } from '../../lambdas/emails/content/invitation-email.ts';
import { invitingCounter } from '../../lambdas/people/members/invitation.ts';
import type { Member } from '../../lambdas/auth/member.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let accountId: string;
let key: string;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());
beforeEach(async () => {
  ({ accountId, key } = await newAccount(stores));
});

const invite = (body: Record<string, unknown>, credential = key) =>
  call('inviteMember', { key: credential, body });

test('an invitation is valid for seven days', async () => {
  const before = Date.now();
  const { status, body } = await invite({ email: 'Ann@example.com', role: 'editor' });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^mem_[0-9A-Z]{26}$/),
      email: 'Ann@example.com',
      name: null,
      role: 'editor',
      form_ids: null,
      status: 'invited',
      invited_at: expect.any(String),
      expires_at: expect.any(String),
      joined_at: null,
    },
  ]);
  expect(Date.parse(body.expires_at) - Date.parse(body.invited_at)).toBe(7 * 24 * HOUR);
  expect(Date.parse(body.invited_at)).toBeGreaterThanOrEqual(before);
  const again = await invite({ email: 'ann@example.com', role: 'viewer' });
  expect([again.status, again.body.id, again.body.role]).toEqual([201, body.id, 'viewer']);
  expect((await call('listMembers', { key })).body.data).toEqual([again.body]);
});

test.each<[Record<string, unknown>, string]>([
  [{ email: 'ann', role: 'viewer' }, 'email'],
  [{ email: 'ann@example.com' }, 'role'],
  [{ email: 'ann@example.com', role: 'admin' }, 'role'],
  [{ email: 'ann@example.com', role: 'viewer', form_ids: [] }, 'form_ids'],
  [{ email: 'ann@example.com', role: 'viewer', form_ids: ['contact'] }, 'form_ids.0'],
  [{ email: 'ann@example.com', role: 'viewer', form_ids: ['frm_8K3Q0ZT5VW'] }, 'form_ids.0'],
  [{ email: 'ann@example.com', role: 'owner', form_ids: ['frm_8K3Q0ZT5VW'] }, 'form_ids'],
  [{ email: 'ann@example.com', role: 'viewer', colour: 'red' }, 'colour'],
])('refuses an invitation %j because of its %s', async (body, path) => {
  const refused = await invite(body);
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, path]);
});

test("refuses a form limit with another account's form", async () => {
  const other = await newAccount(stores);
  const form = (await call('createForm', { key: other.key, body: { name: 'Theirs' } })).body.id as string;
  expect((await invite({ email: 'ann@example.com', role: 'viewer', form_ids: [form] })).status).toBe(422);
});

test("an owner can't be limited to forms, and a member who becomes an owner loses the limit", async () => {
  const form_ids = [(await call('createForm', { key, body: { name: 'Contact' } })).body.id as string];
  const { body: member } = await invite({ email: 'ann@example.com', role: 'editor', form_ids });
  const change = (body: unknown) => call('updateMember', { key, path: { id: member.id as string }, body });
  expect((await change({ role: 'owner' })).body).toMatchObject({ role: 'owner', form_ids: null });
  for (const body of [{ form_ids }, { form_ids, role: 'owner' }]) {
    const refused = await change(body);
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([422, 'form_ids']);
  }
  expect((await call('listMembers', { key })).body.data[0]).toMatchObject({ role: 'owner', form_ids: null });
  expect((await change({ form_ids: null })).status).toBe(200);
});

test("members can't assign a role that has more permissions than their own", async () => {
  const { key: admin } = await newKey(stores, accountId, 'management', { scopes: ['admin', 'read'] });
  expect((await invite({ email: 'ann@example.com', role: 'owner' }, admin)).status).toBe(403);
  expect((await invite({ email: 'ann@example.com', role: 'editor' }, admin)).status).toBe(403);
  const { body: viewer } = await invite({ email: 'ann@example.com', role: 'viewer' }, admin);
  const path = { id: viewer.id as string };
  expect((await call('updateMember', { key: admin, path, body: { role: 'editor' } })).status).toBe(403);
});

test('refuses a form limit for an owner', async () => {
  const form = (await call('createForm', { key, body: { name: 'Contact' } })).body.id as string;
  await invite({ email: 'ann@example.com', role: 'owner' });
  const { body: owner } = await invite({ email: 'bob@example.com', role: 'owner' });
  const path = { id: owner.id as string };
  const refused = await call('updateMember', { key, path, body: { form_ids: [form] } });
  expect([refused.status, refused.body.errors?.[0].path]).toEqual([422, 'form_ids']);
  expect((await call('updateMember', { key, path, body: { form_ids: null } })).status).toBe(200);
  const narrowed = await call('updateMember', { key, path, body: { role: 'editor', form_ids: [form] } });
  expect(narrowed.body).toMatchObject({ role: 'editor', form_ids: [form] });
});

test("members can't give form access to a member with more permissions than their own", async () => {
  const form = (await call('createForm', { key, body: { name: 'Contact' } })).body.id as string;
  const { body: editor } = await invite({ email: 'ann@example.com', role: 'editor', form_ids: [form] });
  const path = { id: editor.id as string };
  const { key: admin } = await newKey(stores, accountId, 'management', { scopes: ['admin', 'read'] });
  expect((await call('updateMember', { key: admin, path, body: { form_ids: null } })).status).toBe(403);
  expect((await call('updateMember', { key, path, body: { form_ids: null } })).status).toBe(200);
});

test('refuses to remove the last owner and responds with a conflict', async () => {
  const { body: owner } = await invite({ email: 'ann@example.com', role: 'owner' });
  const path = { id: owner.id as string };
  expect((await call('removeMember', { key, path })).status).toBe(409);
  expect((await call('updateMember', { key, path, body: { role: 'viewer' } })).status).toBe(409);
});

test('an account can invite fifty people per hour', async () => {
  const at = Date.parse('2026-11-05T10:20:00Z');
  expect(invitingCounter('acc_1', at)).toEqual({
    counter: expect.stringContaining('acc_1'),
    limit: 50,
    expiresAt: Date.parse('2026-11-05T11:01:00Z') / 1000,
    endsAt: Date.parse('2026-11-05T11:00:00Z'),
  });
  const all = Array.from({ length: 51 }, (_, n) => invite({ email: `p${n}@example.com`, role: 'viewer' }));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

describe('an invitation e-mail', () => {
  const invited: Member = {
    account_id: 'acc_0123456789AB',
    member_id: 'mem_01KQ4S0D80T7H2W5J9R3X6M8QC',
    email: 'ann@example.com',
    role: 'editor',
    invited_at: '2026-11-05T10:20:30.400Z',
    invited_by: { type: 'operator', id: 'operator', name: 'Operator' },
    invited_until: '2026-11-12T10:20:30.400Z',
  };
  const account = { account_id: invited.account_id, name: 'Acme & <b>Sons</b>', cursor_key: 'key' };
  const emailIn = (
    language: (typeof languages)[number],
    name = account.name,
    invited_by: Member['invited_by'] = invited.invited_by,
  ) =>
    invitationEmail(
      {
        invited: { ...invited, invited_by },
        account: { ...account, name },
        baseUrl: 'https://forms.example',
      },
      { name: 'Forms', address: 'forms@example.com' },
      { catalogue: translations[language], language },
    );

  test('names the recipient, the account, the expiry, and the sign-in page in English', () => {
    const { subject, text, html, to, id } = emailIn('en', 'Acme');
    expect([subject, to]).toEqual(['Invitation to join Acme', 'ann@example.com']);
    expect(id).toMatch(/^[\w.-]+$/);
    expect(text).toContain('You’ve been invited to work on Acme’s forms.');
    expect(text).toContain('As an editor, you can read submissions and change forms.');
    expect(text).toContain('This invitation is valid for 7 days.');
    for (const part of [text, html])
      expect(part).toContain('https://forms.example/console/sign-in?account=acc_0123456789AB');
  });

  test.each([
    ['member', 'Grace Hopper', 'Grace Hopper has invited you to work on Acme’s forms.'],
    ['member', 'grace@example.com', 'grace@example.com has invited you to work on Acme’s forms.'],
    ['member', 'win at https://bad.example', 'win at has invited you to work on Acme’s forms.'],
    ['member', 'bad.example', 'You’ve been invited to work on Acme’s forms.'],
    ['key', 'Deploy', 'You’ve been invited to work on Acme’s forms.'],
  ] as const)('names the member who sent it: %s %s', (type, name, sentence) => {
    expect(emailIn('en', 'Acme', { type, id: 'x', name }).text).toContain(sentence);
  });

  test.each([
    ['de', 'Einladung zu Acme', '7 Tage'],
    ['es', 'Invitación para unirse a Acme', '7 días'],
    ['it', 'Invito a unirsi a Acme', '7 giorni'],
    ['ru', 'Приглашение в Acme', '7 дней'],
  ] as const)('is written in %s', (language, subject, days) => {
    const email = emailIn(language, 'Acme');
    expect(email.subject).toBe(subject);
    expect(email.text).toContain(days);
    expect(email.html).toContain(`<html lang="${language}">`);
  });

  test("shows the account's name as text without a link", () => {
    expect(emailIn('en').html).toContain('Acme &amp; &lt;b&gt;Sons&lt;/b&gt;');
    expect(emailIn('en', 'visit https://evil.example now').text).not.toContain('evil.example');
  });
});
