/** Tests the autoresponses that submitters receive. */
import { HOUR, SECOND } from '../../lambdas/core/clock.ts';
import type { PostedField } from '../../lambdas/core/payload.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { ADA, ANSWERING, EmailWorld } from './email-world.ts';

let world: EmailWorld;

beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

it('is sent to an address at most once an hour, even when submissions race', async () => {
  const form = await world.storedForm(ANSWERING);
  const jobs = await Promise.all(Array.from({ length: 20 }, () => world.posted(form, ADA)));
  await Promise.all(jobs.map((job) => sendJobEmails(job, world.deps())));
  expect(await world.recipients()).toEqual([['ada@example.org']]);

  await sendJobEmails(await world.posted(form, [['email', 'ADA+more@example.org']]), world.deps());
  world.now += HOUR - SECOND;
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  expect(await world.recipients()).toHaveLength(1);
  world.now += 3 * SECOND;
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  expect(await world.recipients()).toHaveLength(2);
  // Autoresponses that were skipped because of the hourly limit are not sent later.
  await Promise.all(jobs.map((job) => sendJobEmails(job, world.deps())));
  expect(await world.recipients()).toHaveLength(2);
});

it("is sent once per address across the account's forms, and independently to other addresses", async () => {
  const [form, another] = [await world.storedForm(ANSWERING), await world.storedForm(ANSWERING)];
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  await sendJobEmails(await world.posted(form, [['email', 'bob@example.org']]), world.deps());
  await sendJobEmails(await world.posted(another, ADA), world.deps());
  expect(await world.recipients()).toEqual([['ada@example.org'], ['bob@example.org']]);
  expect(world.reports).toEqual(['Autoresponse limit reached']);
});

it('is sent once to a Gmail mailbox, no matter how its address is written', async () => {
  const form = await world.storedForm(ANSWERING);
  for (const address of ['v.ictim+x@gmail.com', 'victim@googlemail.com', 'VIC.TIM@Gmail.com']) {
    await sendJobEmails(await world.posted(form, [['email', address]]), world.deps());
  }
  expect(await world.recipients()).toEqual([['v.ictim+x@gmail.com']]);
});

it("is sent up to the form's daily limit, exactly, even when submissions race", async () => {
  const form = await world.storedForm(ANSWERING);
  const deps = () => world.deps({ perFormAndDay: 3 });
  const people = Array.from({ length: 10 }, (_, index) => `ada${index}@example.org`);
  await Promise.all(
    people.map(async (address) => sendJobEmails(await world.posted(form, [['email', address]]), deps())),
  );
  expect(await world.recipients()).toHaveLength(3);
  // Each form has a separate daily limit. The hourly limit doesn't apply to an address that hasn't received
  // an e-mail.
  const another = await world.storedForm(ANSWERING);
  for (const address of people) {
    await sendJobEmails(await world.posted(another, [['email', address]]), world.deps({ perFormAndDay: 30 }));
  }
  expect((await world.recipients()).flat().toSorted()).toEqual(people);
  world.now += 24 * HOUR;
  await sendJobEmails(await world.posted(form, ADA), deps());
  expect((await world.recipients()).flat()).toContain('ada@example.org');
});

it.each<[string, PostedField[]]>([
  ['without an address', [['name', 'Ada']]],
  ['with an invalid address', [['email', 'ada@example.org, bob@example.org']]],
  ["with the service's own address", [['email', 'Forms@example.com']]],
  ["with an automated sender's address", [['email', 'mailer-daemon@example.org']]],
])('is not sent to a submission %s', async (_, fields) => {
  await sendJobEmails(await world.posted(await world.storedForm(ANSWERING), fields), world.deps());
  expect(await world.recipients()).toEqual([]);
});

it('is off by default', async () => {
  const autoresponder = { ...ANSWERING.autoresponder, enabled: false };
  await sendJobEmails(await world.posted(await world.storedForm({ autoresponder }), ADA), world.deps());
  expect(await world.recipients()).toEqual([]);
});
