/** English strings for the account screen. */

export const accountEn = {
  title: 'Account',
  account: 'General',
  name: 'Name',
  plan: 'Plan',
  toUsage: 'View usage',
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
  operator: 'Operator commands',
  operatorHint:
    'If you operate this service, run these commands in the project folder. Replace the words in capitals with your own values.',
  commands: {
    rename: 'Rename the account',
    plan: 'Change the plan to free, pro or team (takes effect immediately)',
    quota: 'Change the monthly quota',
    email: 'Set the e-mail address that receives usage notices',
    invite: 'Invite an owner if no one can sign in',
    key: 'Create a management key',
    suspend:
      'Suspend the account: its forms stop accepting submissions, and its keys and members lose access (undo with “resume”)',
    delete: 'Delete the account and all its data (asks for confirmation)',
  },
};
export type AccountTexts = typeof accountEn;
