/** Names the simulated tables, and the bugs that simulate a missing condition or write. */
import type { Broken } from '../aws/small-tables.ts';
import type { SubscriptionRemedy } from './remedies.ts';

/** Names of the simulated tables. */
export const TABLES = {
  accounts: 'accounts',
  apiKeys: 'api-keys',
  audit: 'audit',
  connections: 'connections',
  counters: 'counters',
  forms: 'forms',
  formSlugs: 'form-slugs',
  members: 'members',
  oauthClients: 'oauth-clients',
  webhooks: 'webhooks',
};

/** Key attributes of tables with whole-item puts. */
export const KEY_NAMES = {
  audit: ['event_id'],
  counters: ['counter'],
  webhooks: ['owner_id', 'webhook_id'],
};

/** For each remedy that is a store's condition or write, the bug that simulates its absence. */
export const BUGS: Partial<Record<SubscriptionRemedy, Broken>> = {
  'principal-check': { ignores: /^(connections|api-keys) check:/ },
  'form-check': { ignores: /^forms check:/ },
  ledger: { ignores: /^counters put:/ },
  renewal: { ignores: /^webhooks update:/ },
  cleanup: { ignores: /^webhooks delete:/ },
  'form-mark': { keeps: TABLES.formSlugs },
};
