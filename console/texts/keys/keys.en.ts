/** English texts of the keys screen. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const keysEn = {
  title: 'Keys',
  newKey: 'New key',
  name: 'Name',
  permissions: 'Permissions',
  lastUsed: 'Last used',
  expires: 'Expires',
  created: 'Created',
  actions: 'Actions',
  never: 'never',
  doesNotEnd: 'never',
  byOperator: 'by the operator',
  byMember: 'by a member',
  revoke: 'Revoke',
  none: 'No keys yet',
  noneText: 'Create a key for a program that reads submissions, changes forms or posts to a form.',
  ownersOnly: 'Only owners can manage keys',
  ownersOnlyText:
    'Anyone who has a key can do what it allows, so only account owners can see and create keys.',
  hideEnded: 'Hide expired and revoked keys',
  everything: 'Full access',
  nameHint: 'Where the key will be used, such as “Website” or “Nightly export”.',
  type: 'Type',
  management: 'Management',
  managementHint: 'For scripts and servers. It can do what you allow below.',
  submission: 'Submission',
  submissionHint: 'For programs that post to forms. It can’t do anything else.',
  create: 'Create key',
  shownOnce: 'Copy the key now. We won’t show it again, only its first characters.',
  theKey: 'Your new key',
  copyKey: 'Copy key',
  confirmSaved: 'I’ve saved it',
  revokeText: 'Programs that use this key lose access immediately. You can’t undo this.',
  lastKey: 'This is the last key with full access that doesn’t expire. Create another one first.',
  ownKey: 'You’re signed in with this key, so you’ll be signed out immediately.',
  closeAgain: 'Have you copied the key? We can’t show it again. Close once more to continue.',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokedAt: (at: string) => `revoked ${at}`,
  expiredAt: (at: string) => `expired ${at}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revoked: (name: string) => `“${name}” was revoked`,
  createdTitle: (name: string) => `“${name}” is ready`,
  showEnded: (count: number) =>
    n(count, { one: 'Show # expired or revoked key', other: 'Show # expired or revoked keys' }),
  cascade: (count: number) =>
    n(count, { one: 'Also revoke the # key it created', other: 'Also revoke the # keys it created' }),
  inDays: (count: number) => n(count, { one: 'in # day', other: 'in # days' }),
  scope: { read: 'Read', write: 'Write', admin: 'Admin', ingest: 'Submit' },
  scopeHint: {
    read: 'View submissions, forms, webhooks and statistics.',
    write: 'Change forms and webhooks, and sort or delete submissions.',
    admin: 'Manage keys and people, and view the audit log.',
    ingest: 'Send submissions to forms.',
  },
};
export type KeysTexts = typeof keysEn;
