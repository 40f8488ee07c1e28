/** English strings for the API keys screen. */
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
  noneText: 'Create a key for scripts and apps that read submissions, or that edit or submit forms.',
  ownersOnly: 'Only owners can manage keys',
  ownersOnlyText:
    'Anyone with a key can use its permissions, so only account owners can view and create keys.',
  hideEnded: 'Hide expired and revoked keys',
  everything: 'Full access',
  nameHint: 'Describe where you’ll use the key, for example “Website” or “Nightly export”.',
  type: 'Type',
  management: 'Management',
  managementHint: 'For scripts and servers. Choose its permissions below.',
  submission: 'Submission',
  submissionHint: 'For programs that submit forms. Submission keys have no other permissions.',
  create: 'Create key',
  shownOnce: 'Copy the key now. You won’t be able to see it again.',
  theKey: 'Your new key',
  copyKey: 'Copy key',
  confirmSaved: 'I’ve saved it',
  revokeText: 'Programs that use this key lose access immediately. You can’t undo this.',
  lastKey: 'This is your last full-access key that doesn’t expire. Create another one before you revoke it.',
  ownKey: 'You’re signed in with this key, so you’ll be signed out immediately.',
  closeAgain:
    'Make sure you’ve copied the key. You won’t be able to see it again. Select Close again to continue.',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokedAt: (at: string) => `revoked ${at}`,
  expiredAt: (at: string) => `expired ${at}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revoked: (name: string) => `“${name}” was revoked`,
  createdTitle: (name: string) => `“${name}” is ready`,
  showEnded: (count: number) =>
    n(count, { one: 'Show # expired or revoked key', other: 'Show # expired or revoked keys' }),
  cascade: (count: number) =>
    n(count, {
      one: 'Also revoke # key created with this key',
      other: 'Also revoke # keys created with this key',
    }),
  inDays: (count: number) => n(count, { one: 'in # day', other: 'in # days' }),
  scope: { read: 'Read', write: 'Write', admin: 'Admin', ingest: 'Submit' },
  scopeHint: {
    read: 'View submissions, forms, webhooks and statistics.',
    write: 'Change forms and webhooks, and update or delete submissions.',
    admin: 'Manage keys and people, and view the audit log.',
    ingest: 'Submit forms.',
  },
};
export type KeysTexts = typeof keysEn;
