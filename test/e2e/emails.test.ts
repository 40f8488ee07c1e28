/** E-mails of the whole service as `npm start` runs it: from a post to a file. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mailsIn, untilMails } from '../support/mail-folder.ts';
import { startService, type RunningService } from '../support/service.ts';

let service: RunningService;
let folder: string;

beforeAll(async () => {
  service = await startService();
  folder = join(service.folder, 'mail');
}, 60_000);
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const formWith = async (settings: object) => {
  const form = await service.manage('POST', '/v1/forms', { name: `Form ${randomUUID()}`, ...settings });
  expect(form.status).toBe(201);
  return form.body;
};
const post = (slug: string, fields: Record<string, string>) =>
  fetch(`${service.baseUrl}/v1/f/${slug}`, { method: 'POST', body: new URLSearchParams(fields) });

it('writes one e-mail for a submission, and an automatic answer', async () => {
  const form = await formWith({
    notify_emails: ['owner@example.com'],
    autoresponder: {
      enabled: true,
      subject: 'Thank you, {{name}}',
      text: 'Dear {{name}},\nwe have read:\n{{message}}',
    },
  });
  expect(form).toMatchObject({ email_enabled: true, notify_emails: ['owner@example.com'] });

  const answer = await post(form.slug, {
    name: 'Grüße <b>',
    email: 'ada@example.org',
    message: 'Zeile 1\nZeile 2',
  });
  const { id } = (await answer.json()) as { id: string };
  const mails = await untilMails(folder, 2);
  const of = (address: string) => mails.filter(({ to }) => to?.[0]?.address === address);

  const [notification, ...others] = of('owner@example.com');
  expect(others).toEqual([]);
  expect(notification).toMatchObject({
    from: { name: 'Forms', address: 'forms@example.com' },
    replyTo: [{ address: 'ada@example.org' }],
    subject: `New submission: ${form.name}`,
  });
  expect(notification!.text).toContain('name: Grüße <b>');
  expect(notification!.text).toContain(id);
  expect(notification!.html).toContain('Grüße &lt;b&gt;');

  const [response] = of('ada@example.org');
  expect(response!.subject).toBe('Thank you, Grüße <b>');
  expect(response!.text).toContain('we have read:\nZeile 1\nZeile 2');
});

it('writes none for spam, nor for a form that tells nobody', async () => {
  const before = (await mailsIn(folder)).length;
  const form = await formWith({ notify_emails: ['spam-owner@example.com'] });
  const silent = await formWith({});
  await post(form.slug, { name: 'Bot', _gotcha: 'x' });
  await post(silent.slug, { name: 'Ada', email: 'ada@example.org' });
  // The stream keeps the order of a form's submissions: when this one is told, the others would have been.
  await post(form.slug, { name: 'Ada' });
  await untilMails(folder, 1, ({ to }) => to?.[0]?.address === 'spam-owner@example.com');
  expect(await mailsIn(folder)).toHaveLength(before + 1);
});
