/**
 * Defines which fields of each stored item are exported, and which of them are secrets
 * (docs/backup-and-restore.md).
 */
import { QUOTA_SHARDS, shardAttribute } from '../../lambdas/core/counters/counter-names.ts';
import type { ExportRecord, RecordKind } from './export-format.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Fields that are only exported if the operator requests them, because they allow others to act on the
 * account's behalf.
 */
const SECRETS = {
  account: { ids: ['account_id'], members: ['cursor_key'] },
  forms: { ids: ['form_id'], members: ['challenge_secret', 'address_salt'] },
  webhooks: {
    ids: ['webhook_id'],
    members: [
      'secret',
      'headers',
      'previous_secret',
      'previous_until',
      'older_secret',
      'older_until',
      'private_key',
      'previous_private_key',
      'older_private_key',
      // Public keys aren't secret, but they are useless without their private keys.
      'public_key',
      'previous_public_key',
    ],
  },
  recipients: { ids: ['owner_id', 'recipient_id'], members: ['link_key'] },
} as const;
export type KindWithSecrets = keyof typeof SECRETS;

/** Fields that aren't exported because they have no meaning in another service. */
const LEFT_OUT: Partial<Record<RecordKind, readonly string[]>> = {
  account: ['no_account_webhooks'],
  forms: ['address_key'],
  // Leave out cached copies of the account's limits, and the units allocated to shards.
  counters: [
    ...['quota_limit', 'plan', 'plans', 'no_account_webhooks', 'generation', 'reserved_at'],
    ...Array.from({ length: QUOTA_SHARDS }, (_, index) => shardAttribute(index)),
  ],
  // Leave out the copy of the account's `cursor_key` that each API key contains.
  keys: ['cursor_key'],
  webhooks: ['owner_email_due', 'failing_email_due', 'slow_until'],
  submissions: ['spam_form_id', 'no_account_webhooks', 'nobody_to_tell'],
};

const hasSecrets = (kind: RecordKind): kind is KindWithSecrets => Object.hasOwn(SECRETS, kind);

/** Separates an item's secret fields, if it has any, from the record to export. */
export function splitSecrets(kind: RecordKind, item: Item): { record: ExportRecord; secrets?: ExportRecord } {
  const without = omit(item, LEFT_OUT[kind] ?? []);
  if (!hasSecrets(kind)) return { record: without };
  const { ids, members } = SECRETS[kind];
  const present = members.filter((name) => without[name] !== undefined && without[name] !== null);
  if (present.length === 0) return { record: omit(without, members) };
  return { record: omit(without, members), secrets: { of: kind, ...pick(without, [...ids, ...present]) } };
}

/** Returns the name that a record's secrets are stored under. */
export function secretsName(kind: KindWithSecrets, of: ExportRecord): string {
  return [kind, ...SECRETS[kind].ids.map((name) => String(of[name]))].join(' ');
}

/** Returns the secret fields that belong to a record. */
export function secretMembers(kind: KindWithSecrets, secrets: ExportRecord): ExportRecord {
  return pick(secrets, SECRETS[kind].members);
}

export const isKindWithSecrets = (text: unknown): text is KindWithSecrets =>
  typeof text === 'string' && Object.hasOwn(SECRETS, text);

function omit(item: Item, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

function pick(item: Item, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]),
  );
}
