/**
 * Mechanisms that start and end agents' subscriptions at the right time. The simulation turns them off one at a
 * time and checks that an invariant is then violated.
 */
export const subscriptionRemedies = {
  access: 'every attempt checks whether the agent may still receive the submission',
  end: 'every attempt checks whether the subscription has expired',
  challenge: 'a callback must answer a challenge',
  'principal-check': 'a subscription is only stored while its key or connection exists',
  'form-check': 'a subscription is only stored while its form exists',
  ledger: 'if two requests are based on the same ledger, one is refused',
  renewal: 'a renewal is refused if the subscription has ended since it was read',
  cleanup: 'an expired subscription isn’t deleted if it has been renewed since it was read',
  'late-end': 'the lifetime of a subscription starts when it is stored',
  'account-mark': 'the mark that an account has no account-wide webhooks is removed before one is stored',
  'form-mark': 'the first subscription to a form removes the mark that the form has no webhooks',
  turns: 'an agent can’t create more subscriptions at once than it may have',
  'connection-end': 'the subscriptions of an ended connection are deleted',
  overlap: 'the previous secret keeps signing after a rotation',
} as const;
export type SubscriptionRemedy = keyof typeof subscriptionRemedies;
