/**
 * Simulates agents that maintain subscriptions, and owners who revoke keys, end connections and remove
 * members.
 */
import { isLive, newApiKey, type ApiKey } from '../../../lambdas/auth/keys/api-key.ts';
import { principalOfConnection } from '../../../lambdas/auth/connections/connection-principal.ts';
import { newConnection, type Connection } from '../../../lambdas/auth/connections/connection.ts';
import type { Member } from '../../../lambdas/auth/member.ts';
import { timestamp } from '../../../lambdas/core/clock.ts';
import type { Principal as Caller } from '../../../lambdas/core/caller.ts';
import { newConnectionId, newMemberId } from '../../../lambdas/core/ids.ts';
import { idOfSubscription } from '../../../lambdas/webhooks/subscriptions/subscription.ts';
import { newWebhookSecret } from '../../../lambdas/webhooks/webhook.ts';
import { ACCOUNT_ID } from '../account.ts';
import type { Behaviour } from '../receiver.ts';
import { START } from '../world.ts';
import { Principal, type Subscribed } from './agent-history.ts';
import { TABLES } from './tables.ts';
import type { SubscriptionWorld } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The app's document (Client ID Metadata Documents). Such apps aren't registered. */
const CLIENT_ID = 'https://agent.example/client.json';

/** How an agent maintains a subscription. Times are in milliseconds since the epoch. */
export interface Keeping {
  readonly from: number;
  /** Time after which the agent stops renewing the subscription. Defaults to never. */
  readonly until?: number;
  /** Time when the agent changes its secret. */
  readonly rotatesAt?: number;
}

/** An agent with its key or connection. */
export class Agent {
  readonly principal: Principal;
  readonly #world: SubscriptionWorld;
  readonly #key: ApiKey | undefined;
  readonly #connection: Connection | undefined;

  /**
   * @param kind how the agent authenticates
   * @param expiresAt when its key expires, in milliseconds since the epoch
   */
  constructor(world: SubscriptionWorld, kind: 'key' | 'connection', expiresAt?: number) {
    const { random, tables } = world;
    this.#world = world;
    if (kind === 'key') {
      const { stored } = newApiKey(
        { account_id: ACCOUNT_ID, cursor_key: 'key' },
        {
          type: 'management',
          name: 'Agent',
          ...(expiresAt !== undefined && { expires_at: timestamp(expiresAt) }),
        },
        START,
        random.bytes,
      );
      this.#key = stored;
      this.principal = new Principal(stored.key_id, START);
      this.principal.endedAt = expiresAt ?? Infinity;
      tables.put(TABLES.apiKeys, { key_hash: stored.key_hash }, stored);
      return;
    }
    const member_id = newMemberId(START, random.bytes);
    const { stored } = newConnection(
      {
        account_id: ACCOUNT_ID,
        connection_id: newConnectionId(ACCOUNT_ID, START, random.bytes),
        member_id,
        client_id: CLIENT_ID,
        app_name: 'Agent',
        scopes: ['read'],
      },
      START,
      random.bytes,
    );
    this.#connection = stored;
    this.principal = new Principal(stored.connection_id, START);
    const { connection_id } = stored;
    tables.put(TABLES.connections, { account_id: ACCOUNT_ID, connection_id }, stored);
    this.#putMember({});
  }

  #putMember(more: Partial<Member>): void {
    if (!this.#connection) return;
    const { member_id } = this.#connection;
    const of: Omit<Member, 'account_id' | 'member_id'> = {
      email: 'ada@example.org',
      role: 'viewer',
      invited_at: timestamp(START),
      invited_by: { type: 'operator', id: 'operator', name: 'Operator' },
      ...more,
    };
    this.#world.tables.put(TABLES.members, { account_id: ACCOUNT_ID, member_id }, of);
  }

  /** Authenticates the agent using the current items. */
  readonly #callerOf = (): Caller | undefined => {
    const { tables, timeline } = this.#world;
    const account = { account_id: ACCOUNT_ID, cursor_key: 'key' };
    if (this.#connection) {
      const { connection_id, member_id } = this.#connection;
      return principalOfConnection(
        {
          ...this.#connection,
          token_hash: '',
          scopes: ['read'],
          expires_at: (timeline.now + DAY) / SECOND,
        },
        {
          connection: tables.find(TABLES.connections, { account_id: ACCOUNT_ID, connection_id }) as
            Connection | undefined,
          member: tables.find(TABLES.members, { account_id: ACCOUNT_ID, member_id }) as Member | undefined,
          account,
          hasApp: true,
        },
        timeline.now,
      );
    }
    const key = tables.find(TABLES.apiKeys, { key_hash: this.#key?.key_hash }) as ApiKey | undefined;
    if (!key || !isLive(key, timeline.now)) return undefined;
    const { key_id, key_hash, expires_at, name } = key;
    return {
      ...account,
      type: 'key',
      key_type: 'management',
      name,
      scopes: ['read'],
      key_id,
      key_hash,
      expires_at,
    };
  };

  /** Prepares a subscription with a separate callback. */
  subscription(
    formId: string | undefined,
    { behaviour, answers = true, ttlMs = DAY }: { behaviour: Behaviour; answers?: boolean; ttlMs?: number },
  ): Subscribed {
    const { subscribed, callbacks, random } = this.#world;
    const url = `https://agent-${subscribed.length}.example/`;
    callbacks.set(url, {
      behaviour,
      answers,
      recoversAt: START + random.between(1, 40 * MINUTE),
      answersAfter: random.chance(0.7) ? random.between(1, 300) : random.between(1, 4 * SECOND),
    });
    const identity = { accountId: ACCOUNT_ID, formId, filter: undefined, url };
    const of: Subscribed = {
      principal: this.principal,
      url,
      formId,
      ttlMs,
      calls: [],
      id: idOfSubscription(this.principal.id, identity),
    };
    subscribed.push(of);
    return of;
  }

  /**
   * Retries subscribing until the service confirms or refuses the request, and renews the subscription before
   * it expires.
   */
  keep(of: Subscribed, secret: string, { from, until = Infinity, rotatesAt = Infinity }: Keeping): void {
    const { timeline, random } = this.#world;
    const rotated = newWebhookSecret(random.bytes);
    const renew = async (): Promise<void> => {
      while (timeline.now < until) {
        const current = timeline.now < rotatesAt ? secret : rotated;
        const { answer } = await this.#world.ask(of, 'subscribe', current, this.#callerOf);
        if (answer === 'refused') return;
        const renewsIn = random.between(of.ttlMs / 2, of.ttlMs * 0.8);
        const untilRotation = timeline.now < rotatesAt ? rotatesAt - timeline.now : Infinity;
        await timeline.sleep(
          answer === 'done' ? Math.min(renewsIn, untilRotation) : random.between(1, 20 * SECOND),
        );
      }
    };
    timeline.after(from - timeline.now, () => void renew());
  }

  /** Retries unsubscribing until the service confirms the request. */
  unsubscribe(of: Subscribed, secret: string, at: number): void {
    const { timeline, random } = this.#world;
    timeline.after(at - timeline.now, async () => {
      while ((await this.#world.ask(of, 'unsubscribe', secret, this.#callerOf)).answer === 'unknown')
        await timeline.sleep(random.between(1, 20 * SECOND));
    });
  }

  /** Revokes the key, or ends the connection. */
  readonly revoke = (): void => {
    const { tables, timeline, journal } = this.#world;
    const { principal } = this;
    journal.note(timeline.now, `${principal.id} is revoked`);
    principal.endedAt = Math.min(principal.endedAt, timeline.now);
    if (this.#connection) this.#deleteConnection();
    else {
      principal.goneAt = Math.min(principal.goneAt, timeline.now);
      const revoked_at = timestamp(timeline.now);
      tables.put(TABLES.apiKeys, { key_hash: this.#key?.key_hash }, { ...this.#key, revoked_at });
    }
  };

  /** Removes the member. The service then deletes the member's connections. */
  readonly removeMember = (): void => {
    if (!this.#connection) {
      this.revoke();
      return;
    }
    const { tables, timeline, random } = this.#world;
    const { member_id } = this.#connection;
    tables.delete(TABLES.members, { account_id: ACCOUNT_ID, member_id });
    this.principal.endedAt = Math.min(this.principal.endedAt, timeline.now);
    timeline.after(random.between(1, 2 * SECOND), () => this.#deleteConnection());
  };

  #deleteConnection(): void {
    const { tables, timeline, random } = this.#world;
    const connection_id = this.principal.id;
    tables.delete(TABLES.connections, { account_id: ACCOUNT_ID, connection_id });
    this.principal.goneAt = Math.min(this.principal.goneAt, timeline.now);
    timeline.after(random.between(0, 2 * SECOND), () => void this.#world.removeSubscriptions(connection_id));
  }

  /** Limits the member to some forms, or removes the limit. Keys can't be limited. */
  readonly limitTo = (form_ids: readonly string[] | undefined): void => {
    if (!this.#connection || this.principal.endedAt < Infinity) return;
    this.principal.forms.record(this.#world.timeline.now, form_ids?.join() ?? '*');
    this.#putMember(form_ids ? { form_ids: [...form_ids] } : {});
  };
}
