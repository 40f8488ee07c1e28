import { checkPlainly, pathText } from '../../lambdas/core/errors/plain-issues.ts';
import { changedMembers } from '../../lambdas/forms/changed-members.ts';
import { toFormView } from '../../lambdas/forms/form-view.ts';
import { applyFormPatch, formInput, formPatch, newForm } from '../../lambdas/forms/form.ts';

const NOW = Date.UTC(2026, 10, 30);
const random = (count: number): Uint8Array => new Uint8Array(count).fill(7);
const SHOWN = {
  emailEnabled: true,
  statusOf: () => 'pending' as const,
  countsOf: () => ({ unread: 0, open: 0, received_30d: 0, spam_30d: 0 }),
};
const made = (body: unknown) => newForm('acc_1', formInput.parse(body), NOW, random);

it('has no autoresponder unless one is set', () => {
  const shown = toFormView(made({ name: 'Contact' }), SHOWN);
  expect(shown).toMatchObject({ autoresponder: null, notify_emails: [], warnings: [] });
});

it('shows whether the service can send e-mails', () => {
  const form = made({ name: 'Contact', notify_emails: ['owner@example.com'] });
  expect(toFormView(form, { ...SHOWN, emailEnabled: false }).email_enabled).toBe(false);
  expect(toFormView(form, SHOWN).email_enabled).toBe(true);
});

it("accepts addresses as text or in the form's format", () => {
  const form = made({ name: 'Contact', notify_emails: ['a@example.com', { address: 'b@example.com' }] });
  expect(form.notify_emails).toEqual(['a@example.com', 'b@example.com']);
  const { notify_emails } = toFormView(form, SHOWN);
  expect(notify_emails).toEqual([
    { address: 'a@example.com', status: 'pending', filter: null },
    { address: 'b@example.com', status: 'pending', filter: null },
  ]);
  expect(applyFormPatch(form, formPatch.parse({ notify_emails }), NOW).notify_emails).toEqual(
    form.notify_emails,
  );
});

it("keeps each address's filter until the list is sent without it", () => {
  const filter = { any: [{ field: 'topic', op: 'equals', value: 'sales' }] };
  const form = made({
    name: 'Contact',
    notify_emails: ['a@example.com', { address: 'b@example.com', filter }, 'B@example.com'],
  });
  const { notify_emails } = toFormView(form, SHOWN);
  expect(notify_emails.slice(0, 2)).toEqual([
    { address: 'a@example.com', status: 'pending', filter: null },
    { address: 'b@example.com', status: 'pending', filter },
  ]);
  const kept = applyFormPatch(form, formPatch.parse({ notify_emails, name: 'Other' }), NOW);
  expect(toFormView(kept, SHOWN).notify_emails).toEqual(notify_emails);
  expect(applyFormPatch(form, formPatch.parse({ name: 'Other' }), NOW).recipient_filters).toHaveLength(1);
  expect(changedMembers(form, kept, { notify_emails: ['b@example.com'] }, 'key')).toEqual([]);
  const removed = applyFormPatch(form, formPatch.parse({ notify_emails: form.notify_emails }), NOW);
  expect(removed.recipient_filters).toEqual([]);
  expect(changedMembers(form, removed, { notify_emails: ['b@example.com'] }, 'key')).toEqual([
    { member: 'notify_emails' },
  ]);
  const refused = checkPlainly(formPatch, {
    notify_emails: [
      'a@example.com',
      { address: 'b@example.com', filter: { all: [{ field: 'x', op: 'is' }] } },
    ],
  });
  expect(refused.success ? [] : refused.issues.map(({ path }) => pathText(path))).toEqual([
    'notify_emails.1.filter.all.0.op',
  ]);
});

it.each<[string, object, boolean]>([
  [
    'repeats submitted values in its text',
    { autoresponder: { enabled: true, subject: 'Hi', text: 'You: {{message}}' } },
    true,
  ],
  [
    'repeats submitted values in its subject',
    { autoresponder: { enabled: true, subject: 'Hi {{name}}', text: 'T' } },
    true,
  ],
  ['repeats no submitted values', { autoresponder: { enabled: true, subject: 'Hi', text: 'Thanks' } }, false],
  ['is off', { autoresponder: { enabled: false, subject: 'Hi', text: '{{message}}' } }, false],
  [
    'has a challenge',
    {
      autoresponder: { enabled: true, subject: 'Hi', text: '{{message}}' },
      challenge: { enabled: true, secret: 'secret' },
    },
    false,
  ],
])('warns only about an autoresponder that bots can abuse: it %s', (_, input, isWarned) => {
  const { warnings } = toFormView(made({ name: 'Contact', ...input }), SHOWN);
  expect(warnings.map(({ code }) => code)).toEqual(
    isWarned ? ['autoresponder-echoes-without-challenge'] : [],
  );
});

it('warns while no address is confirmed if e-mails are enabled', () => {
  const form = made({ name: 'Contact', notify_emails: ['a@example.com', 'b@example.com'] });
  const codes = (emailEnabled: boolean, ...confirmed: string[]) =>
    toFormView(form, {
      ...SHOWN,
      emailEnabled,
      statusOf: (_, address) => (confirmed.includes(address) ? 'confirmed' : 'pending'),
    }).warnings.map(({ code }) => code);
  expect(codes(true)).toEqual(['no-confirmed-recipient']);
  expect(codes(true, 'b@example.com')).toEqual([]);
  expect(codes(false)).toEqual([]);
});

it.each([
  ['From {{name}}', ['name'], []],
  ['From {{ nmae }}', ['name'], ['notify-subject-unknown-field']],
  // If a form declares no fields, visitors can submit any field.
  ['From {{nmae}}', [], []],
])('warns about the subject %j on a form with the fields %j', (notify_subject, names, expected) => {
  const fields = names.map((name) => ({ name, type: 'text' }));
  const { warnings } = toFormView(made({ name: 'Contact', notify_subject, fields }), SHOWN);
  expect(warnings.map(({ code }) => code)).toEqual(expected);
});

it('sets, changes, and removes the autoresponder', () => {
  const form = made({
    name: 'Contact',
    autoresponder: { enabled: true, subject: 'Thanks', text: 'Hi {{name}}' },
  });
  expect(form.autoresponder).toEqual({ enabled: true, subject: 'Thanks', text: 'Hi {{name}}' });
  const off = applyFormPatch(form, formPatch.parse({ autoresponder: { enabled: false } }), NOW);
  expect(off.autoresponder).toEqual({ enabled: false, subject: 'Thanks', text: 'Hi {{name}}' });
  expect(applyFormPatch(off, formPatch.parse({ name: 'Other' }), NOW).autoresponder).toEqual(
    off.autoresponder,
  );
  expect(applyFormPatch(off, formPatch.parse({ autoresponder: null }), NOW).autoresponder).toBeNull();
});

it.each<[string, object]>([
  ['an invalid address', { notify_emails: ['not an address'] }],
  ['an invalid address in an object', { notify_emails: [{ address: 'x' }] }],
  ['an unknown status', { notify_emails: [{ address: 'a@example.com', status: 'x' }] }],
  ['two addresses in one entry', { notify_emails: ['a@example.com\r\nBcc: b@example.com'] }],
  [
    'too many addresses',
    { notify_emails: Array.from({ length: 21 }, (_, index) => `a${index}@example.com`) },
  ],
  ['an empty subject', { autoresponder: { subject: '', text: 'x' } }],
  ['a text that is too long', { autoresponder: { subject: 'x', text: 'x'.repeat(10_001) } }],
  ['a property of the wrong type', { autoresponder: { enabled: 'yes' } }],
  ['an unknown property', { autoresponder: { unknown: 1 } }],
  ['a change to a stage setting', { email_enabled: true }],
])('refuses %s', (_, body) => {
  expect(formPatch.safeParse(body).success).toBe(false);
});
