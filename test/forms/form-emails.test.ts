import { applyFormPatch, formInput, formPatch, newForm, toFormView } from '../../lambdas/forms/form.ts';

const NOW = Date.UTC(2026, 10, 30);
const random = (count: number): Uint8Array => new Uint8Array(count).fill(7);
const made = (body: unknown) => newForm('acc_1', formInput.parse(body), NOW, random);

it('has no autoresponder unless one is set', () => {
  const shown = toFormView(made({ name: 'Contact' }), { emailEnabled: true });
  expect(shown).toMatchObject({ autoresponder: null, notify_emails: [] });
});

it('shows whether the service sends e-mails at all', () => {
  const form = made({ name: 'Contact', notify_emails: ['owner@example.com'] });
  expect(toFormView(form, { emailEnabled: false }).email_enabled).toBe(false);
  expect(toFormView(form, { emailEnabled: true }).email_enabled).toBe(true);
});

it('sets, changes and takes away the autoresponder', () => {
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
  ['what is no address', { notify_emails: ['not an address'] }],
  ['two addresses in one', { notify_emails: ['a@example.com\r\nBcc: b@example.com'] }],
  [
    'too many addresses',
    { notify_emails: Array.from({ length: 21 }, (_, index) => `a${index}@example.com`) },
  ],
  ['an empty subject', { autoresponder: { subject: '', text: 'x' } }],
  ['a text that is too long', { autoresponder: { subject: 'x', text: 'x'.repeat(10_001) } }],
  ['a member of another type', { autoresponder: { enabled: 'yes' } }],
  ['a member that there is not', { autoresponder: { unknown: 1 } }],
  ['a change of what the stage decides', { email_enabled: true }],
])('refuses %s', (_, body) => {
  expect(formPatch.safeParse(body).success).toBe(false);
});
