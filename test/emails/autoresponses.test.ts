/** Autoresponses to the submitters of forms. */
import { HOUR, SECOND } from '../../lambdas/core/clock.ts';
import type { PostedField } from '../../lambdas/submissions/payload.ts';
import { sendSubmissionEmails } from '../../lambdas/emails/send-job-emails.ts';
import { ADA, ANSWERING, EmailWorld } from './email-world.ts';

let world: EmailWorld;

beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

it('goes to one address of one form once an hour, whatever races', async () => {
  const form = await world.storedForm(ANSWERING);
  const jobs = await Promise.all(Array.from({ length: 20 }, () => world.posted(form, ADA)));
  await Promise.all(jobs.map((job) => sendSubmissionEmails(job, world.deps())));
  expect(await world.recipients()).toEqual([['ada@example.org']]);

  await sendSubmissionEmails(await world.posted(form, [['email', 'ADA+more@example.org']]), world.deps());
  world.now += HOUR - SECOND;
  await sendSubmissionEmails(await world.posted(form, ADA), world.deps());
  expect(await world.recipients()).toHaveLength(1);
  world.now += 3 * SECOND;
  await sendSubmissionEmails(await world.posted(form, ADA), world.deps());
  expect(await world.recipients()).toHaveLength(2);
  // Those that came too early are not made up for.
  await Promise.all(jobs.map((job) => sendSubmissionEmails(job, world.deps())));
  expect(await world.recipients()).toHaveLength(2);
});

it('counts other addresses and other forms for themselves', async () => {
  const [form, another] = [await world.storedForm(ANSWERING), await world.storedForm(ANSWERING)];
  await sendSubmissionEmails(await world.posted(form, ADA), world.deps());
  await sendSubmissionEmails(await world.posted(form, [['email', 'bob@example.org']]), world.deps());
  await sendSubmissionEmails(await world.posted(another, ADA), world.deps());
  expect(await world.recipients()).toHaveLength(3);
});

it.each<[string, PostedField[]]>([
  ['without an address', [['name', 'Ada']]],
  ['with an address that is none', [['email', 'ada@example.org, bob@example.org']]],
  ['with our own address', [['email', 'Forms@example.com']]],
  ['with the address of a machine', [['email', 'mailer-daemon@example.org']]],
])('does not go to a submission %s', async (_, fields) => {
  await sendSubmissionEmails(await world.posted(await world.storedForm(ANSWERING), fields), world.deps());
  expect(await world.recipients()).toEqual([]);
});

it('is off unless it is on', async () => {
  const autoresponder = { ...ANSWERING.autoresponder, enabled: false };
  await sendSubmissionEmails(
    await world.posted(await world.storedForm({ autoresponder }), ADA),
    world.deps(),
  );
  expect(await world.recipients()).toEqual([]);
});
