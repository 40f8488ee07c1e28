/** English texts of the account screen. */

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
  email: 'Email address',
  key: 'Key',
  keyHint: 'You’re using the console with a key. Your session ends when the key expires or is revoked.',
  preferences: 'Preferences',
  preferencesHint: 'Saved on this device.',
  sessions: 'Sessions',
  sessionsHint: 'A session ends after 12 hours without activity, and after 7 days at the latest.',
  keySession: 'Revoke this key to end all its sessions.',
  askOwner: 'To sign out on all your devices, ask an account owner.',
  everywhereTitle: 'Sign out everywhere?',
  apps: 'Connected apps',
  appsHint:
    'Apps that someone connected by choosing “Allow”. They can only do what was approved, and never more than that person can.',
  app: 'App',
  noApps: 'No connected apps.',
  disconnect: 'Disconnect',
  disconnectText: 'The app loses access at its next request. Webhooks that it created are deleted.',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  disconnectTitle: (name: string) => `Disconnect “${name}”?`,
  disconnected: (name: string) => `“${name}” was disconnected`,
  operator: 'For the operator',
  operatorHint:
    'Commands for the operator of this service. Run them in the project folder and replace the words in capitals.',
  commands: {
    rename: 'Rename the account',
    plan: 'Change the plan immediately: free, pro or team',
    quota: 'Change the monthly quota',
    email: 'Set the address for usage notices',
    invite: 'Invite an owner when no one can sign in',
    key: 'Create a management key',
    suspend:
      'Suspend the account: its forms reject submissions, and keys and people lose access (resume ends it)',
    delete: 'Delete the account and all its data (asks for confirmation)',
  },
};
export type AccountTexts = typeof accountEn;
