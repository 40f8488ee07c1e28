/** The sections of a form's settings, each with an address of its own, and the members of the form that they set. */
import type { Settings } from './settings-values.ts';

export const sections = [
  'setup',
  'emails',
  'thanks',
  'fields',
  'spam',
  'files',
  'retention',
  'general',
] as const;
export type SectionId = (typeof sections)[number];

const membersOf: Readonly<Record<SectionId, readonly (keyof Settings)[]>> = {
  setup: [],
  emails: ['notify_emails', 'notify_subject', 'autoresponder'],
  thanks: ['thank_you', 'brand', 'redirect_url'],
  fields: ['fields', 'unknown_fields'],
  spam: ['honeypot_field', 'challenge', 'allowed_origins', 'rate_limit', 'spam', 'weekly_spam_summary'],
  files: [],
  retention: ['retention_days'],
  general: ['name', 'slug', 'language', 'conventions'],
};

/** The section that an address names; the first for any other. */
export const sectionOf = (text: string | undefined): SectionId =>
  sections.find((each) => each === text) ?? 'setup';

/** The section that sets a member, or a part of it: `fields.0.name`. */
export function sectionOfMember(path: string): SectionId | undefined {
  const [member] = path.split('.');
  return sections.find((section) => membersOf[section].some((each) => each === member));
}
