/** The English texts of the account. */

export const accountEn = {
  title: 'Account',
  account: 'General',
  name: 'Name',
  plan: 'Plan',
  toUsage: 'See the usage',
  accountId: 'Account id',
  copyId: 'Copy the id',
  yourName: 'Name',
  you: 'You',
  email: 'E-mail address',
  key: 'Key',
  keyHint: 'You use the console with a key. The session ends with it.',
  preferences: 'Preferences',
  preferencesHint: 'They are remembered on this device.',
  sessions: 'Sessions',
  sessionsHint: 'A session ends by itself after 12 hours without use, and after 7 days at the latest.',
  keySession: 'To end all sessions of this key, revoke it.',
  askOwner: 'To be signed out on all your devices, ask an owner of the account.',
  everywhereTitle: 'Sign out everywhere?',
  operator: 'For the operator',
  operatorHint:
    'What is set by whoever runs the service, as commands to paste in its project folder. What stands in capitals is to be replaced.',
  commands: {
    rename: 'Rename the account',
    plan: 'Change the plan, at once: free, pro or team',
    quota: 'Change the monthly amount',
    email: 'Set the address for notices about usage',
    invite: 'Invite an owner when nobody can get in',
    key: 'Create a management key',
    suspend: 'Suspend the account: its forms refuse posts, keys and people are locked out (resume ends it)',
    delete: 'Delete the account with all that belongs to it; asks first',
  },
};
export type AccountTexts = typeof accountEn;
