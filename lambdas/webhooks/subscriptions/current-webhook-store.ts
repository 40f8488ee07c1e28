/**
 * Omits agents' subscriptions that have ended because the agent didn't renew them or because its key was
 * revoked or has expired (ApiKeys table). These subscriptions stay stored until their deliveries have
 * expired.
 */
import * as z from 'zod';
import { apiKey, isLive, keyStateAttributes } from '../../auth/keys/api-key.ts';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import type { Clock } from '../../core/clock.ts';
import type { Webhook } from '../webhook.ts';
import { hasEnded } from './subscription-attributes.ts';

const keyState = apiKey.pick({ key_hash: true, revoked_at: true, expires_at: true });

/** Maximum number of keys per read. */
const KEYS_AT_ONCE = 100;

export type CurrentWebhooks = <Row extends Pick<Webhook, 'ends_at' | 'key'>>(
  rows: readonly Row[],
) => Promise<Row[]>;

/** Creates a function that returns the webhooks that haven't ended. Only reads keys that agents use. */
export function currentWebhooks(db: DocumentClient, apiKeysTable: string, now: Clock): CurrentWebhooks {
  async function liveKeys(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>();
    for (let start = 0; start < hashes.length; start += KEYS_AT_ONCE) {
      const Keys = hashes.slice(start, start + KEYS_AT_ONCE).map((key_hash) => ({ key_hash }));
      const found = await batchGet(db, {
        [apiKeysTable]: { Keys, ConsistentRead: true, ...projectionOf(keyStateAttributes) },
      });
      for (const key of z.array(keyState).parse(found[apiKeysTable] ?? []))
        if (isLive(key, now())) live.add(key.key_hash);
    }
    return live;
  }

  return async (rows) => {
    const running = rows.filter((row) => !hasEnded(row, now()));
    const hashes = new Set(running.flatMap(({ key }) => key?.key_hash ?? []));
    if (hashes.size === 0) return running;
    const live = await liveKeys([...hashes]);
    return running.filter(({ key }) => !key || live.has(key.key_hash));
  };
}
