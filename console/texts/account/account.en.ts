/** English strings for the account screen. */

export const accountEn = {
  title: 'Account',
  account: 'General',
  name: 'Name',
  plan: 'Plan',
  toUsage: 'View usage',
  timeZone: 'Time zone',
  timeZoneHint: 'Used for e-mails and exports of forms that don’t set their own time zone.',
  accountId: 'Account ID',
  copyId: 'Copy ID',
  yourName: 'Name',
  you: 'You',
  email: 'E-mail address',
  key: 'Key',
  keyHint: 'You’re signed in with a key. Your session ends when the key expires or is revoked.',
  preferences: 'Preferences',
  preferencesHint: 'These settings are saved on this device.',
  sessions: 'Sessions',
  sessionsHint: 'Sessions expire after 12 hours of inactivity, or 7 days after you sign in.',
  keySession: 'To end every session that uses this key, revoke the key.',
  askOwner: 'Ask an account owner to sign you out on all devices.',
  everywhereTitle: 'Sign out everywhere?',
  apps: 'Connected apps',
  appsHint:
    'Connected apps can only use the permissions they were granted. They never have more access than the person who connected them.',
  app: 'App',
  noApps: 'No connected apps.',
  disconnect: 'Disconnect',
  disconnectText: 'The app loses access immediately. Any webhooks it created are deleted.',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  disconnectTitle: (name: string) => `Disconnect “${name}”?`,
  disconnected: (name: string) => `“${name}” was disconnected`,
  operator: 'Managed by the operator',
  operatorHint:
    'To rename the account, change its plan or quota, set the address for usage notices, or suspend or delete the account, ask the person who operates this service. Give them the account ID shown above.',
};
export type AccountTexts = typeof accountEn;
