/**
 * Tests recipients: they are asked to confirm once, get no e-mail before they confirm, and are removed from a
 * form when they unsubscribe.
 */
import { DAY, HOUR, MINUTE } from '../../lambdas/core/clock.ts';
import type { ConfirmationJob } from '../../lambdas/forms/recipients/confirmation-request.ts';
import { recipientStatusStore, recipientStore } from '../../lambdas/forms/recipients/recipient-store.ts';
import {
  isLinkValid,
  parseRecipientLink,
  recipientLink,
} from '../../lambdas/forms/recipients/recipient-link.ts';
import { recipientIdOf } from '../../lambdas/forms/recipients/recipient.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import type { Form } from '../../lambdas/forms/form.ts';
import { ADA, EmailWorld } from './email-world.ts';

const ADDRESS = 'new@example.com';
const ASKING = { notify_emails: [ADDRESS, 'boss@example.com'] };

let world: EmailWorld;
beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

let requests = 0;
const jobFor = (form: Form): ConfirmationJob => ({
  kind: 'confirmation',
  account_id: form.account_id,
  form_id: form.form_id,
  recipient_ids: form.notify_emails.map((address) => recipientIdOf(form.account_id, address)),
  request: `${form.form_id}.${(requests += 1)}`,
  requested_at: form.updated_at,
});
const subjectOf = ({ account_id, form_id }: Form, address = ADDRESS) => ({
  account_id,
  form_id,
  recipient_id: recipientIdOf(account_id, address),
});
const recipients = () => recipientStore(world.stores.db, world.stores.tables.recipients);
const statusesOf = async (form: Form) => {
  const statusOf = await recipientStatusStore(world.stores.db, world.stores.tables)([form]);
  return form.notify_emails.map((address) => statusOf(form, address));
};
const subjects = async (address: string) =>
  (await world.mails()).filter(({ to }) => to![0]!.address === address).map(({ subject }) => subject);

it('asks an address to confirm and sends it nothing else until then', async () => {
  const form = await world.storedForm(ASKING, { unconfirmed: true });
  await sendJobEmails(jobFor(form), world.deps());
  expect(await statusesOf(form)).toEqual(['pending', 'confirmed']);
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  expect(await subjects(ADDRESS)).toEqual([
    'Please confirm your address for e-mails about the form “Contact”',
  ]);
  expect(await subjects('boss@example.com')).toEqual(['New submission: Contact']);
  expect(world.reports).toEqual(['Recipient not confirmed']);

  await recipients().confirm(subjectOf(form), world.now);
  expect(await statusesOf(form)).toEqual(['confirmed', 'confirmed']);
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  expect(await subjects(ADDRESS)).toHaveLength(2);
  // Confirming the address once is enough for all of the account's forms.
  const another = await world.storedForm({ notify_emails: ['New@Example.com'] }, { unconfirmed: true });
  expect(await statusesOf(another)).toEqual(['confirmed']);
});

it('asks again once, with the first submission, if the request was lost', async () => {
  const form = await world.storedForm(ASKING, { unconfirmed: true });
  const jobs = await Promise.all([1, 2, 3].map(() => world.posted(form, ADA)));
  await Promise.allSettled(jobs.map((job) => sendJobEmails(job, world.deps())));
  world.now += 3 * MINUTE;
  for (const job of jobs) await sendJobEmails(job, world.deps());
  expect(await subjects(ADDRESS)).toHaveLength(1);
});

it('repeats the request at most once a day and three times in total, even when submissions race', async () => {
  const form = await world.storedForm(ASKING, { unconfirmed: true });
  const ask = () => sendJobEmails(jobFor(form), world.deps());
  await Promise.all(Array.from({ length: 10 }, ask));
  expect(await subjects(ADDRESS)).toHaveLength(1);
  world.now += DAY - HOUR;
  await ask();
  expect(await subjects(ADDRESS)).toHaveLength(1);
  for (const sent of [2, 3, 3, 3]) {
    world.now += DAY;
    await ask();
    expect(await subjects(ADDRESS)).toHaveLength(sent);
  }
});

it('sends one request per change, no matter how often its job runs', async () => {
  const form = await world.storedForm(ASKING, { unconfirmed: true });
  const job = jobFor(form);
  for (let times = 0; times < 3; times += 1) await sendJobEmails(job, world.deps());
  expect(await subjects(ADDRESS)).toHaveLength(1);
});

it('names the account and form in the request, and links only to the confirmation', async () => {
  const form = await world.storedForm(
    { ...ASKING, name: 'Win <b>now</b> at https://evil.example evil.com' },
    { unconfirmed: true },
  );
  await sendJobEmails(jobFor(form), world.deps());
  const [mail] = await world.mails();
  expect(mail!.text).toContain(
    '“Acme” would like to send you an e-mail each time someone fills in the form “Win <b>now</b> at”',
  );
  expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toMatch(/evil|<b>now<\/b><\/b>/);
  expect(mail!.html).not.toContain('<b>');
  expect([...mail!.html!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    expect.stringMatching(/^https:\/\/forms\.example\/v1\/confirmations\/acc_\d+\.frm_/),
  ]);
});

it("stops sending a form's e-mails to people who unsubscribed, and keeps sending other forms' e-mails", async () => {
  const form = await world.storedForm({ notify_emails: [ADDRESS] });
  const another = await world.storedForm({ notify_emails: [ADDRESS], name: 'Another' });
  await recipients().unsubscribe(subjectOf(form), world.now);
  expect([await statusesOf(form), await statusesOf(another)]).toEqual([['unsubscribed'], ['confirmed']]);
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  await sendJobEmails(await world.posted(another, ADA), world.deps());
  expect(await subjects(ADDRESS)).toEqual(['New submission: Another']);
  expect(world.reports).toEqual(['Recipient unsubscribed']);

  // If the owner adds the address again, the service immediately sends it a new confirmation request, because
  // the address was confirmed before.
  await sendJobEmails(jobFor(form), world.deps());
  expect(await subjects(ADDRESS)).toHaveLength(2);
  expect(await statusesOf(form)).toEqual(['unsubscribed']);
  await recipients().confirm(subjectOf(form), world.now);
  expect(await statusesOf(form)).toEqual(['confirmed']);
});

it("also lets the account's owner unsubscribe", async () => {
  const form = await world.storedForm({ notify_emails: ['boss@example.com'] }, { unconfirmed: true });
  await recipients().add(form.account_id, 'boss@example.com', 'key');
  await recipients().unsubscribe(subjectOf(form, 'boss@example.com'), world.now);
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  expect(await world.mails()).toEqual([]);
});

describe('a link', () => {
  const subject = { account_id: 'acc_1', form_id: 'frm_7777777777', recipient_id: `rcp_${'0'.repeat(32)}` };
  const recipient = { link_key: 'key' };
  const now = Date.UTC(2026, 10, 30);
  const linkOf = (purpose: 'confirm' | 'unsubscribe') => {
    const url = recipientLink(purpose, subject, recipient, { baseUrl: 'https://forms.example', now });
    return parseRecipientLink(url.split('/').at(-1)!)!;
  };

  it('expires for confirmation after seven days, but never for unsubscribing', () => {
    expect(isLinkValid('confirm', linkOf('confirm'), recipient, now + 7 * DAY - 1000)).toBe(true);
    expect(isLinkValid('confirm', linkOf('confirm'), recipient, now + 7 * DAY)).toBe(false);
    expect(isLinkValid('unsubscribe', linkOf('unsubscribe'), recipient, now + 900 * DAY)).toBe(true);
  });

  it('does not work for any other action or person', () => {
    const link = linkOf('confirm');
    expect(isLinkValid('unsubscribe', link, recipient, now)).toBe(false);
    expect(isLinkValid('confirm', linkOf('unsubscribe'), recipient, now)).toBe(false);
    expect(isLinkValid('confirm', link, { link_key: 'other' }, now)).toBe(false);
    expect(isLinkValid('confirm', link, undefined, now)).toBe(false);
    for (const change of [
      { account_id: 'acc_2' },
      { form_id: 'frm_7777777778' },
      { recipient_id: `rcp_${'1'.repeat(32)}` },
      { expires: link.expires + 1 },
      { expires: 0 },
      { signature: 'A'.repeat(43) },
    ]) {
      expect(isLinkValid('confirm', { ...link, ...change }, recipient, now)).toBe(false);
    }
  });

  it.each(['', 'x', 'acc_1.frm_1.rcp_1.0.x', 'x'.repeat(5000), 'acc_1.frm_1', '../../etc', '%00'])(
    'is invalid if it reads %j',
    (token) => {
      expect(parseRecipientLink(token)).toBeUndefined();
    },
  );
});
