/** Defines the sections of a form's settings. Each section has a URL and a list of settings. */
import type { Settings } from './settings-values.ts';

export const sections = [
  'setup',
  'share',
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
  share: ['page'],
  emails: ['notify_emails', 'notify_subject', 'autoresponder', 'replies'],
  thanks: ['thank_you', 'brand', 'redirect_url'],
  fields: ['fields', 'unknown_fields'],
  spam: ['honeypot_field', 'challenge', 'allowed_origins', 'rate_limit', 'spam', 'weekly_spam_summary'],
  files: [],
  retention: ['retention_days'],
  general: ['name', 'slug', 'language', 'time_zone', 'conventions'],
};

/** Returns the section in the URL, or the first section if the value is unknown. */
export const sectionOf = (text: string | undefined): SectionId =>
  sections.find((each) => each === text) ?? 'setup';

/** Returns the section that contains a setting or part of one, such as `fields.0.name`. */
export function sectionOfMember(path: string): SectionId | undefined {
  const [member] = path.split('.');
  return sections.find((section) => membersOf[section].some((each) => each === member));
}
