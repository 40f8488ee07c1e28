/** Tests e-mails in a service started with `npm start`, from the submission to the e-mail file. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { mailsIn, untilMails } from '../support/receivers/mail-folder.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let folder: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = join(service.folder, 'mail');
});

const formWith = async (settings: object) => {
  const form = await service.manage('POST', '/v1/forms', { name: `Form ${randomUUID()}`, ...settings });
  expect(form.status).toBe(201);
  return form.body;
};
/** Creates a form that notifies the given address, which is already confirmed. */
const formTelling = async (address: string) => {
  const form = await formWith({ notify_emails: [address] });
  const [request] = await untilMails(folder, 1, ({ to }) => to?.[0]?.address === address);
  const [link = ''] = /http:\S+\/v1\/confirmations\/\S+/.exec(request!.text!) ?? [];
  const response = await service.request(new URL(link).pathname, { method: 'POST' });
  expect(response.status).toBe(200);
  return form;
};
const post = (slug: string, fields: Record<string, string>) =>
  service.request(`/v1/f/${slug}`, { method: 'POST', body: new URLSearchParams(fields) });

it('sends one notification and one autoresponse for a submission', async () => {
  const form = await formWith({
    notify_emails: ['owner@example.com'],
    autoresponder: {
      enabled: true,
      subject: 'Thank you, {{name}}',
      text: 'Dear {{name}},\nwe have read:\n{{message}}',
    },
  });
  // The address belongs to the demo account's owner, so it doesn't need to be confirmed.
  expect(form).toMatchObject({
    email_enabled: true,
    notify_emails: [{ address: 'owner@example.com', status: 'confirmed', filter: null }],
  });

  const response = await post(form.slug, {
    name: 'Grüße <b>',
    email: 'ada@example.org',
    message: 'Zeile 1\nZeile 2',
  });
  const { id } = (await response.json()) as { id: string };
  const notifies = ({ subject = '' }: Email) => subject.includes(form.name);
  const responds = ({ to }: Email) => to?.[0]?.address === 'ada@example.org';
  const mails = await untilMails(folder, 2, (mail) => notifies(mail) || responds(mail));

  const [notification, ...others] = mails.filter(notifies);
  expect(others).toEqual([]);
  expect(notification).toMatchObject({
    to: [{ address: 'owner@example.com' }],
    from: { name: 'Forms', address: 'forms@example.com' },
    replyTo: [{ address: 'ada@example.org' }],
    subject: `New submission: ${form.name}`,
  });
  expect(notification!.text).toContain('name: Grüße <b>');
  expect(notification!.text).toContain(id);
  expect(notification!.html).toContain('Grüße &lt;b&gt;');

  const [autoresponse] = mails.filter(responds);
  expect(autoresponse!.subject).toBe('Thank you, Grüße <b>');
  expect(autoresponse!.text).toContain('we have read:\nZeile 1 Zeile 2');

  const previewOf = async (page: string) => {
    const authorization = `Bearer ${service.outputs.management_key}`;
    const path = `/v1/forms/${String(form.id)}/preview?page=${page}`;
    return (await (await service.request(path, { headers: { authorization } })).text()).trimEnd();
  };
  const withoutLink = notification!.html!.trimEnd().replace(/href="[^"]*unsubscriptions[^"]*"/, 'href="#"');
  expect(await previewOf('notification')).toBe(withoutLink);
  expect(await previewOf('autoresponse')).toBe(autoresponse!.html!.trimEnd());
});

describe('e-mail statuses', () => {
  const timelineOf = async (id: string) => {
    const { body } = await service.manage('GET', `/v1/submissions/${id}/timeline`);
    return body.data.filter(({ type }: { type: string }) => type === 'email');
  };
  /** Polls until the response matches, because events arrive asynchronously. */
  const until = async <Answer>(ask: () => Promise<Answer>, isRight: (answer: Answer) => boolean) => {
    for (;;) {
      const answer = await ask();
      if (isRight(answer)) return answer;
    }
  };
  const posted = async (slug: string, fields: Record<string, string>): Promise<string> =>
    ((await (await post(slug, fields)).json()) as { id: string }).id;
  const statusesOf = (emails: { status: string }[]): string[] =>
    emails.map(({ status }) => status).toSorted();
  const answering = { autoresponder: { enabled: true, subject: 'Thanks', text: 'Thanks' } };

  it("appear in the submission's timeline until it is deleted", async () => {
    const form = await formWith({ notify_emails: ['owner@example.com'], ...answering });
    const id = await posted(form.slug, { email: 'complaint+timeline@simulator.amazonses.com' });
    const emails = await until(
      () => timelineOf(id),
      (found) => statusesOf(found).join() === 'complained,delivered',
    );
    const at = expect.any(String);
    const common = { at, type: 'email' };
    expect(emails.toSorted((a: any, b: any) => (a.kind < b.kind ? -1 : 1))).toEqual([
      {
        ...common,
        kind: 'autoresponse',
        recipient: 'complaint+timeline@simulator.amazonses.com',
        status: 'complained',
        reason: 'abuse',
      },
      {
        ...common,
        kind: 'notification',
        recipient: 'owner@example.com',
        status: 'delivered',
        reason: null,
      },
    ]);
    const day = await until(
      async () =>
        (await service.manage('GET', `/v1/forms/${form.id}/statistics`)).body.emails as Record<
          'delivered' | 'complained',
          number
        >,
      ({ delivered, complained }) => delivered + complained === 2,
    );
    expect(day).toEqual({ sent: 0, delivered: 1, bounced: 0, complained: 1, skipped: 0 });
    expect((await service.manage('DELETE', `/v1/submissions/${id}`)).status).toBe(204);
  }, 30_000);

  it.each([
    // Other tests with the same service use these mailboxes without a label.
    ['bounced', 'bounce+recipient@simulator.amazonses.com'],
    ['complained', 'complaint+recipient@simulator.amazonses.com'],
  ])(
    'show an address that %s, which then gets no more e-mails',
    async (status, address) => {
      const form = await formTelling(address);
      const shown = async () =>
        (await service.manage('GET', `/v1/forms/${form.id}`)).body.notify_emails[0].status as string;
      // An earlier confirmation e-mail may have bounced, but confirming the address proves that someone reads
      // the mailbox.
      expect(await shown()).toBe('confirmed');
      const first = await posted(form.slug, { name: 'Ada' });
      await until(
        () => timelineOf(first),
        (found) => statusesOf(found).join() === status,
      );
      expect(await shown()).toBe(status);
      const second = await posted(form.slug, { name: 'Ada' });
      const skipped = await until(
        () => timelineOf(second),
        (found) => found.length > 0,
      );
      expect(skipped).toMatchObject([{ recipient: address, status: 'skipped', reason: `${status}-before` }]);
    },
    30_000,
  );
});

it('sends a reply once, shows its status, and sends no more replies to an address that bounced', async () => {
  const form = await formWith({ brand: { name: 'Acme' } });
  const address = 'bounce+reply@simulator.amazonses.com';
  const { id } = (await (await post(form.slug, { email: address, subject: 'Hours' })).json()) as {
    id: string;
  };
  const reply = async () => {
    const response = await service.request(`/v1/submissions/${id}/replies`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.outputs.management_key}`,
        'content-type': 'application/json',
        'idempotency-key': 'the first answer',
      },
      body: JSON.stringify({ text: 'Until 6 pm.' }),
    });
    expect(response.status).toBe(202);
    return ((await response.json()) as { id: string }).id;
  };
  expect(await reply()).toBe(await reply());
  const isOurs = ({ to }: Email): boolean => to?.[0]?.address === address;
  const [mail] = await untilMails(folder, 1, isOurs);
  expect(mail).toMatchObject({
    from: { name: 'Acme', address: 'forms@example.com' },
    subject: 'Re: Hours',
    text: expect.stringMatching(/^Until 6 pm\.\s*$/),
  });
  const shown = async () =>
    (await service.manage('GET', `/v1/submissions/${id}/timeline`)).body.data.filter(
      ({ type }: { type: string }) => type === 'reply',
    ) as { status: string; reason: string | null }[];
  const until = async (isRight: (replies: Awaited<ReturnType<typeof shown>>) => boolean) => {
    for (;;) {
      const replies = await shown();
      if (isRight(replies)) return replies;
    }
  };
  await until(([first]) => first?.status === 'bounced');
  await service.manage('POST', `/v1/submissions/${id}/replies`, { text: 'Once more.' });
  const [, second] = await until((replies) => replies.at(-1)?.status === 'skipped');
  expect(second).toMatchObject({ recipient: address, reason: 'bounced-before' });
  expect((await mailsIn(folder)).filter(isOurs)).toHaveLength(1);
}, 30_000);

it("links to the submission's files, and the links work", async () => {
  const form = await formTelling('files@example.com');
  const body = new FormData();
  body.set('name', 'Ada');
  body.set('cv', new Blob(['Lebenslauf'], { type: 'text/plain' }), 'cv ü.txt');
  const response = await service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
  expect(response.status).toBe(201);
  const [, mail] = await untilMails(folder, 2, ({ to }) => to?.[0]?.address === 'files@example.com');
  expect(mail!.attachments).toEqual([]);
  expect(mail!.text).toContain('cv ü.txt (cv, 10 bytes)');
  const [link] = /https?:\S+/.exec(mail!.text!)!;
  expect(mail!.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  expect(await (await fetchUnchecked(link)).text()).toBe('Lebenslauf');
});

it('notifies about spam only when it is released, and never twice', async () => {
  const form = await formTelling('released@example.com');
  await post(form.slug, { name: 'No bot', _gotcha: 'x' });
  const spam = await service.manage('GET', `/v1/forms/${form.id}/submissions?status=spam`);
  const path = `/v1/submissions/${spam.body.data[0].id}`;
  const isOurs = ({ to }: { to?: { address?: string }[] }): boolean =>
    to?.[0]?.address === 'released@example.com';
  for (const status of ['received', 'spam', 'received']) {
    expect((await service.manage('PATCH', path, { status })).status).toBe(200);
    if (status === 'received') await untilMails(folder, 2, isOurs);
  }
  await post(form.slug, { name: 'Ada' });
  expect(await untilMails(folder, 3, isOurs)).toHaveLength(3);
});

it('sends nothing for spam or for a form without recipients', async () => {
  const form = await formTelling('spam-owner@example.com');
  const silent = await formWith({});
  const addresses = ['spam-owner@example.com', 'ada@example.org'];
  const concerns = ({ to, subject = '' }: Email): boolean =>
    addresses.includes(to?.[0]?.address ?? '') ||
    subject.includes(form.name) ||
    subject.includes(silent.name);
  const mailsSoFar = async () => (await mailsIn(folder)).filter(concerns).length;
  const before = await mailsSoFar();
  await post(form.slug, { name: 'Bot', _gotcha: 'x' });
  await post(silent.slug, { name: 'Ada', email: 'ada@example.org' });
  // The stream preserves the order of a form's submissions, so any earlier notification would have been sent
  // before this one.
  await post(form.slug, { name: 'Ada' });
  await untilMails(folder, 2, ({ to }) => to?.[0]?.address === 'spam-owner@example.com');
  expect(await mailsSoFar()).toBe(before + 1);
});
