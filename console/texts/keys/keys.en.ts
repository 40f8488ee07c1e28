/** The English texts of keys. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const keysEn = {
  title: 'Keys',
  newKey: 'New key',
  name: 'Name',
  may: 'May',
  lastUsed: 'Last used',
  ends: 'Expires',
  made: 'Created',
  actions: 'Actions',
  never: 'never',
  doesNotEnd: 'never',
  byOperator: 'by the operator',
  byMember: 'by a member',
  revoke: 'Revoke',
  none: 'No keys yet',
  noneText: 'Programs need a key: to read submissions, to change forms, or to post to a form.',
  ownersOnly: 'Keys are for owners',
  ownersOnlyText:
    'Whoever has a key can do what it allows, so only owners of the account see and create keys.',
  hideEnded: 'Hide expired and revoked keys',
  everything: 'Everything',
  nameHint: 'Where the key will be used, such as “Website” or “Nightly export”.',
  type: 'For what',
  management: 'Management',
  managementHint: 'For scripts and servers: reads and changes what you allow below.',
  submission: 'Submission',
  submissionHint: 'For programs that post to forms; can do nothing else.',
  mint: 'Create key',
  shownOnce: 'Copy the key now. It is shown this once; later only its beginning can be seen.',
  theKey: 'The key',
  copyKey: 'Copy key',
  kept: 'I have kept it',
  revokeText: 'Programs that use it are refused from now on. This cannot be undone.',
  lastKey: 'This is the last key that may do everything and does not expire. Create another one first.',
  ownKey: 'You are signed in with this key: you will be signed out at once.',
  closeAgain: 'Have you copied the key? It cannot be shown again. Close once more to go on.',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokedAt: (at: string) => `revoked ${at}`,
  expiredAt: (at: string) => `expired ${at}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revoked: (name: string) => `“${name}” is revoked`,
  mintedTitle: (name: string) => `“${name}” is ready`,
  showEnded: (count: number) =>
    n(count, { one: 'Show # expired or revoked key', other: 'Show # expired or revoked keys' }),
  cascade: (count: number) =>
    n(count, { one: 'Also revoke # key that it created', other: 'Also revoke # keys that it created' }),
  inDays: (count: number) => n(count, { one: 'in # day', other: 'in # days' }),
  scope: { read: 'Read', write: 'Change', admin: 'Administer', ingest: 'Post' },
  scopeHint: {
    read: 'Submissions, forms, webhooks, statistics.',
    write: 'Forms, webhooks, and what becomes of submissions.',
    admin: 'Keys, people, audit log.',
    ingest: 'Submissions to forms.',
  },
};
export type KeysTexts = typeof keysEn;
