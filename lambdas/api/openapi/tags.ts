/** Defines the groups of operations in the OpenAPI document, keyed by the `tag` of their operations. */
export const tags: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  ingest: {
    name: 'Ingest',
    description: 'Accept form submissions. Open to all origins; no key is needed.',
  },
  forms: { name: 'Forms', description: "The account's forms." },
  recipients: {
    name: 'Recipients',
    description: 'Pages where notification recipients confirm their address and unsubscribe.',
  },
  submissions: { name: 'Submissions', description: "Submissions to the account's forms." },
  'data-requests': {
    name: 'Data requests',
    description: "Export or erase everything that one person sent to any of the account's forms.",
  },
  imports: { name: 'Imports', description: 'Imports of submissions that another backend has exported.' },
  labels: { name: 'Labels', description: "The account's labels for submissions." },
  'reply-templates': {
    name: 'Reply templates',
    description: 'Texts for replies to submissions, shared by the members of the account.',
  },
  webhooks: {
    name: 'Webhooks',
    description: 'Signed deliveries of accepted submissions to your own endpoints.',
  },
  // The tag for events must differ from the operations' tags. Otherwise, generators that write one file per
  // tag would overwrite one of the files.
  events: {
    name: 'Events',
    description: 'Requests that the service sends to your webhook endpoints.',
  },
  'api-keys': {
    name: 'API keys',
    description: "The account's API keys. A key is shown only once, when it is created.",
  },
  apps: {
    name: 'Apps',
    description: "Third-party apps that the account's members can connect, and existing connections.",
  },
  'audit-log': { name: 'Audit log', description: 'Changes in the account and who made them.' },
  sessions: {
    name: 'Sessions',
    description: 'The current caller, and the cookie that pages of this service use instead of a key.',
  },
  members: {
    name: 'Members',
    description: 'Members of the account, their permissions, and invitations.',
  },
  usage: { name: 'Usage', description: "The account's usage and plan limits." },
  agents: {
    name: 'Agents',
    description: 'Tools for AI agents, with the Model Context Protocol.',
  },
  oauth: {
    name: 'OAuth 2.0',
    description:
      'Access tokens that are valid for one hour, for keys (client credentials) and connected apps (authorization code).',
  },
  'sign-in': {
    name: 'Sign-in',
    description: "Pages that redirect people's browsers to the stage's OpenID Connect issuer and back.",
  },
  localized: {
    name: 'Localized',
    description:
      'Submissions with messages in German, English, Spanish, Italian or Russian, depending on the path.',
  },
  documentation: { name: 'Documentation', description: 'About this API.' },
  service: { name: 'Service', description: 'About the service itself.' },
};

/**
 * Returns the name of a group.
 * @throws TypeError if the group doesn't exist
 */
export function tagOf(tag: string): string {
  const found = tags[tag];
  if (!found) throw new TypeError(`openapi/tags.ts has no tag "${tag}"`);
  return found.name;
}
