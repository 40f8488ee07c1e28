/**
 * Tests settings drafts: which fields count as changed, which values are sent, and when a draft conflicts
 * with other people's changes.
 */
import {
  conflictsOf,
  NO_DRAFT,
  patchOf,
  withChange,
  type Settings,
} from '../../../console/settings/settings-values.ts';

const settings: Settings = {
  name: 'Shop',
  slug: 'shop',
  language: null,
  conventions: 'none',
  notify_emails: ['ann@example.org'],
  notify_subject: null,
  autoresponder: null,
  thank_you: { heading: null, text: null, link: null },
  brand: { name: null, logo_url: null, color: null },
  redirect_url: null,
  fields: [{ name: 'email', type: 'email' }],
  page: {
    enabled: false,
    title: null,
    intro: null,
    submit_label: null,
    closed_text: null,
    index: false,
    frame_origins: [],
  },
  unknown_fields: 'keep',
  honeypot_field: '_gotcha',
  challenge: { enabled: false, provider: 'turnstile', site_key: null, difficulty: 'normal' },
  allowed_origins: [],
  rate_limit: 60,
  retention_days: null,
  spam: { threshold: 60, mode: 'observe', blocked: [], allowed: [] },
  weekly_spam_summary: false,
  replies: { enabled: true, reply_to: null },
  time_zone: null,
};
const now = { settings, etag: '"1.a"' };

it('keeps the version that the first change was based on, even if the form is reloaded', () => {
  const first = withChange(NO_DRAFT, 'name', 'Mine', now);
  const later = { settings: { ...settings, name: 'Theirs' }, etag: '"2.b"' };
  expect(withChange(first, 'name', 'Mine again', later)).toEqual({
    etag: '"1.a"',
    base: { name: 'Shop' },
    values: { name: 'Mine again' },
  });
});

it('reports no change after all values are restored, in any property order', () => {
  const fields = [{ type: 'email' as const, name: 'email' }];
  const changed = withChange(NO_DRAFT, 'fields', [], now);
  expect(withChange(changed, 'fields', fields, now).values).toEqual({});
});

it('reports a conflict only for different values of the same setting', () => {
  const draft = {
    etag: '"1.a"',
    base: { name: 'Shop', rate_limit: 60, slug: 'shop' },
    values: { name: 'Mine', rate_limit: 5, slug: 'mine' },
  };
  const current = { ...settings, name: 'Theirs', rate_limit: 5, honeypot_field: 'other' };
  expect(conflictsOf(draft, current)).toEqual(['name']);
});

it('sends only settings that changed, and a secret only if one was typed', () => {
  const filter = { all: [{ field: 'topic', op: 'exists' as const }] };
  const kept = { address: 'a@example.org', status: 'confirmed' as const, filter };
  const form = { notify_emails: [kept] };
  expect(patchOf({ name: 'Mine' }, '', form)).toEqual({ name: 'Mine' });
  expect(patchOf({}, 'secret', form)).toEqual({ challenge: { secret: 'secret' } });
  expect(patchOf({ notify_emails: ['b@example.org', 'a@example.org'] }, '', form)).toEqual({
    notify_emails: ['b@example.org', { address: 'a@example.org', filter }],
  });
});
