/** The groups in which the document shows operations, by the `tag` of `operations.ts`. */
export const tags: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  ingest: {
    name: 'Ingest',
    description: 'Receives the posts of forms. Open to every origin; no key is needed.',
  },
  forms: { name: 'Forms', description: 'The forms of the account.' },
  recipients: {
    name: 'Recipients',
    description: 'The pages on which recipients of notifications confirm their address and unsubscribe.',
  },
  submissions: { name: 'Submissions', description: 'What people posted.' },
  webhooks: {
    name: 'Webhooks',
    description: 'Signed deliveries of accepted submissions to addresses of yours.',
  },
  // Not the tag of the operations: generators that put each tag into one file would lose one of the two.
  events: {
    name: 'Events',
    description: 'The requests that webhooks get from the service.',
  },
  'api-keys': {
    name: 'API keys',
    description: 'The keys of the account. A key is shown once, when it is created.',
  },
  apps: {
    name: 'Apps',
    description: 'Programs of others that members of the account may let in, and which of them are.',
  },
  'audit-log': { name: 'Audit log', description: 'Who changed what in the account.' },
  sessions: {
    name: 'Sessions',
    description: 'Who calls, and the cookie that a page of this service has in place of a key.',
  },
  members: {
    name: 'Members',
    description: 'The people of the account: whom it has invited, and what they may do.',
  },
  usage: { name: 'Usage', description: 'How much of its plan the account has used.' },
  oauth: {
    name: 'OAuth 2.0',
    description:
      'Access tokens of one hour, for keys (client credentials) and for apps that members let in (authorization code).',
  },
  'sign-in': {
    name: 'Signing in',
    description:
      'The addresses through which browsers of people go to the OpenID Connect issuer of the stage and come back.',
  },
  localized: {
    name: 'Localized',
    description:
      'Submissions with messages in German, English, Spanish, Italian or Russian: the language that the path names.',
  },
  documentation: { name: 'Documentation', description: 'About this API.' },
  service: { name: 'Service', description: 'About the service itself.' },
};

/**
 * The name of a group.
 * @throws TypeError when there is no such group
 */
export function tagOf(tag: string): string {
  const found = tags[tag];
  if (!found) throw new TypeError(`openapi/tags.ts has no tag "${tag}"`);
  return found.name;
}
