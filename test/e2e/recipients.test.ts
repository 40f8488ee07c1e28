/**
 * Tests recipients in a service started with `npm start`: the form's settings, the confirmation e-mail and
 * the confirmation page.
 */
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { mailsIn, untilMails } from '../support/receivers/mail-folder.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let folder: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = join(service.folder, 'mail');
});

const at = (address: string) => (mail: Email) => mail.to?.[0]?.address === address;
const newForm = async (notify_emails: unknown[]) =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact', notify_emails })).body;
const statusesOf = async (id: string) => (await service.manage('GET', `/v1/forms/${id}`)).body.notify_emails;
const post = (slug: string) =>
  service.request(`/v1/f/${slug}`, { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) });
const pathIn = (text: string) => new URL(/http:\S+\/v1\/\w+\/\S+/.exec(text)![0]).pathname;

it('confirms an address only when the button on the page is clicked', async () => {
  const address = 'ann@example.org';
  const form = await newForm([address]);
  expect(form.notify_emails).toEqual([{ address, status: 'pending', filter: null }]);
  const [request] = await untilMails(folder, 1, at(address));
  const path = pathIn(request!.text!);

  const page = await service.request(path, { headers: { 'accept-language': 'de' } });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(
    '<form method="post" class="go"><button type="submit">Adresse bestätigen</button></form>',
  );
  expect(html).toContain(address);
  expect(html).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'; frame-ancestors 'none'$/);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await statusesOf(form.id)).toEqual([{ address, status: 'pending', filter: null }]);

  for (const wrong of [`${path}x`, path.slice(0, -1), '/v1/confirmations/x', path.replace('frm_', 'frm_0')]) {
    const refused = await service.request(wrong, { method: 'POST', headers: { accept: 'text/html' } });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('This link no longer works'),
    ]);
    const program = await service.request(wrong, { method: 'POST' });
    expect([program.status, program.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
  }
  expect(await statusesOf(form.id)).toEqual([{ address, status: 'pending', filter: null }]);

  const done = await service.request(path, { method: 'POST', headers: { 'accept-language': 'ru' } });
  expect(await done.text()).toContain('Адрес подтверждён');
  expect(await statusesOf(form.id)).toEqual([{ address, status: 'confirmed', filter: null }]);
  await post(form.slug);
  const [, notification] = await untilMails(folder, 2, at(address));
  expect(notification!.subject).toBe('New submission: Contact');
});

it('unsubscribes with one click and asks again when the owner adds the address again', async () => {
  const address = 'bob@example.org';
  const form = await newForm([address]);
  const [request] = await untilMails(folder, 1, at(address));
  const confirmPath = pathIn(request!.text!);
  await service.request(confirmPath, { method: 'POST' });
  await post(form.slug);
  const [, notification] = await untilMails(folder, 2, at(address));
  const header = (name: string) => notification!.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const path = new URL(/^<(.*)>$/.exec(header('list-unsubscribe')!)![1]!).pathname;
  expect((await service.request(path)).status).toBe(200);
  expect(await statusesOf(form.id)).toEqual([{ address, status: 'confirmed', filter: null }]);

  const oneClick = await service.request(path, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(oneClick.status).toBe(200);
  const unsubscribed = [{ address, status: 'unsubscribed', filter: null }];
  expect(await statusesOf(form.id)).toEqual(unsubscribed);
  // Neither an old link nor saving the same settings again resubscribes the address.
  expect((await service.request(confirmPath, { method: 'POST' })).status).toBe(403);
  const patch = (notify_emails: unknown[]) =>
    service.manage('PATCH', `/v1/forms/${form.id}`, { notify_emails });
  expect((await patch(unsubscribed)).body.notify_emails).toEqual(unsubscribed);
  await patch([]);
  expect((await patch([address])).body.notify_emails).toEqual(unsubscribed);
  const [, , again] = await untilMails(folder, 3, at(address));
  expect((await service.request(pathIn(again!.text!), { method: 'POST' })).status).toBe(200);
  expect(await statusesOf(form.id)).toEqual([{ address, status: 'confirmed', filter: null }]);
});

it("notifies an account's owner once at 80% and once at 100% of the quota", async () => {
  const operator = operatorIn(service.folder);
  const made = await operator(
    'create',
    '--name',
    'Small',
    '--quota',
    '5',
    '--email',
    'small@example.org',
    '--local',
    '--json',
  );
  const { management_key } = JSON.parse(made.stdout) as { management_key: string };
  const response = await service.request('/v1/forms', {
    method: 'POST',
    headers: { authorization: `Bearer ${management_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Small' }),
  });
  const { slug } = (await response.json()) as { slug: string };
  for (let count = 0; count < 7; count += 1) await post(slug);
  await untilMails(folder, 3, at('small@example.org'));
  const mails = (await mailsIn(folder)).filter(at('small@example.org'));
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    // Invitation for the user who will own the account.
    'Invitation to join Small',
    'Small has used 100% of this month’s submissions',
    'Small has used 80% of this month’s submissions',
  ]);
});
