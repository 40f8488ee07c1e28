/**
 * Simulates agents that subscribe to events: runs the real event methods, fan-out and delivery attempts on
 * simulated tables.
 */
import { timestamp } from '../../../lambdas/core/clock.ts';
import type { AuditPut } from '../../../lambdas/core/audit-row.ts';
import { principalIdOf, type Principal as Caller } from '../../../lambdas/core/caller.ts';
import { eventMethods } from '../../../lambdas/agents/events/event-methods.ts';
import { answeredChallengeStore } from '../../../lambdas/agents/events/answered-challenge-store.ts';
import { RpcError } from '../../../lambdas/agents/protocol/rpc-error.ts';
import { counterStore } from '../../../lambdas/aws/counter-store.ts';
import { connectionWebhookStore } from '../../../lambdas/webhooks/apps/connection-webhook-store.ts';
import { liveWebhookStore } from '../../../lambdas/webhooks/apps/live-webhook-store.ts';
import type { ProbeDeps } from '../../../lambdas/webhooks/delivery/run-probe.ts';
import type { SignedRequest } from '../../../lambdas/webhooks/delivery/envelope.ts';
import type { SendOutcome } from '../../../lambdas/webhooks/sender/response-outcome.ts';
import type { Holders } from '../../../lambdas/webhooks/subscriptions/access-store.ts';
import { subscriptionStore } from '../../../lambdas/webhooks/subscriptions/subscription-store.ts';
import { keyOf } from '../../../lambdas/webhooks/subscriptions/ledger-store.ts';
import { MAX_OF_PRINCIPAL } from '../../../lambdas/webhooks/subscriptions/subscription.ts';
import { webhookStore } from '../../../lambdas/webhooks/webhook-store.ts';
import type { FanOutDeps } from '../../../lambdas/outbox/create-deliveries.ts';
import { ACCOUNT_ID } from '../account.ts';
import type { Invocation } from '../aws/invocation.ts';
import { SmallTables } from '../aws/small-tables.ts';
import { World, type WorldOptions } from '../world.ts';
import type { Call, SentChallenge, SentEvent, Subscribed } from './agent-history.ts';
import { challenged, idsIn, notified, verifying, type Callback } from './callback.ts';
import type { SubscriptionRemedy } from './remedies.ts';
import { BUGS, KEY_NAMES, TABLES } from './tables.ts';

const SECOND = 1000;
const MCP_TIMEOUT = 29 * SECOND;
const DAY = 24 * 3600 * SECOND;

export interface SubscriptionWorldOptions extends Omit<WorldOptions, 'without' | 'settles'> {
  readonly withoutRemedy?: SubscriptionRemedy | undefined;
}

/** Simulates an account whose agents subscribe to events. */
export class SubscriptionWorld extends World {
  readonly tables: SmallTables;
  readonly subscribed: Subscribed[] = [];
  readonly callbacks = new Map<string, Callback>();
  readonly events: SentEvent[] = [];
  readonly challenges: SentChallenge[] = [];
  /** Descriptions of violations that can only be detected while the world runs. */
  readonly found: string[] = [];
  readonly withoutRemedy: SubscriptionRemedy | undefined;
  /** Time after which no more faults occur, in milliseconds since the epoch. */
  readonly calmAt: number;
  /** Subscription holders cached in memory by the delivery function. */
  readonly #holders: Holders = new Map();

  constructor({ withoutRemedy, ...options }: SubscriptionWorldOptions) {
    super({ ...options, settles: 2 });
    this.calmAt = options.calmAt;
    this.withoutRemedy = withoutRemedy;
    this.tables = new SmallTables((table, _, item) => {
      this.#copyMark(table, item);
      if (table !== TABLES.webhooks || item['kind'] !== 'mcp') return;
      this.#checkLimit(item);
      this.#checkEnd(item);
    }, KEY_NAMES);
    this.tables.put(TABLES.accounts, { account_id: ACCOUNT_ID }, { cursor_key: 'key' });
  }

  override get requests(): number {
    return this.events.length;
  }

  /** Creates a form with the marker for forms without webhooks. */
  form(formId: string): void {
    const slug = `slug-${formId}`;
    this.tables.put(TABLES.forms, { account_id: ACCOUNT_ID, form_id: formId }, { name: 'Contact', slug });
    for (const name of [slug, formId])
      this.tables.put(TABLES.formSlugs, { slug: name }, { no_webhooks: true });
    this.forms.set(formId, { no_webhooks: true, no_emails: true });
  }

  /** Deletes a form. Its subscriptions are deleted later. */
  deleteForm(formId: string): void {
    const { tables } = this;
    tables.delete(TABLES.forms, { account_id: ACCOUNT_ID, form_id: formId });
    for (const slug of [`slug-${formId}`, formId]) tables.delete(TABLES.formSlugs, { slug });
    this.journal.note(this.timeline.now, `${formId} is deleted`);
  }

  /** Ingest reads the form's marker from the world's forms. */
  #copyMark(table: string, { slug, no_webhooks }: Record<string, unknown>): void {
    const form = table === TABLES.formSlugs ? this.forms.get(String(slug)) : undefined;
    if (form && no_webhooks === undefined) this.forms.set(String(slug), { no_emails: true });
  }

  /**
   * Subscribes or unsubscribes as an agent, once.
   * @param callerOf authenticates the agent; returns undefined if its key or connection has ended
   */
  async ask(
    of: Subscribed,
    kind: Call['kind'],
    secret: string,
    callerOf: () => Caller | undefined,
  ): Promise<Call> {
    const { timeline } = this;
    const call: Call = {
      kind,
      secret,
      begunAt: timeline.now,
      endedAt: Infinity,
      answer: 'unknown',
      endsAt: -Infinity,
    };
    of.calls.push(call);
    const ending = await this.invoke('mcp', MCP_TIMEOUT, async (invocation) => {
      const caller = await invocation.call('authenticate', callerOf);
      if (!caller) throw new RpcError(401, 'The key or the connection has ended');
      const methods = this.#methods(invocation, caller, call);
      const args = { name: 'submission.created', arguments: of.formId ? { form_id: of.formId } : {} };
      const delivery = { mode: 'webhook', url: of.url, secret };
      return kind === 'subscribe'
        ? methods.subscribe({ ...args, delivery, ttlMs: of.ttlMs })
        : methods.unsubscribe({ ...args, delivery });
    });
    call.endedAt = timeline.now;
    if (ending.ok) {
      call.answer = 'done';
      const { id, refreshBefore } = ending.result;
      if (kind === 'subscribe') this.#checkAnswer(of, call, { id, refreshBefore });
    } else if (ending.error instanceof Error && !isOutage(ending.error)) {
      call.answer = 'refused';
      if (!(ending.error instanceof RpcError)) this.found.push(`${kind} failed: ${ending.error.message}`);
    }
    this.journal.note(timeline.now, `${of.principal.id} ${kind} ${of.url}: ${call.answer}`);
    return call;
  }

  /** Records the end time in the response and checks that the stored subscription doesn't end earlier. */
  #checkAnswer(of: Subscribed, call: Call, { id, refreshBefore }: Readonly<Record<string, unknown>>): void {
    call.endsAt = Date.parse(String(refreshBefore));
    if (id !== of.id) this.found.push(`${of.url} got the id ${String(id)} instead of ${of.id}`);
    const stored = this.tables.find(TABLES.webhooks, keyOf(of.id));
    if (stored) this.#checkEnd(stored);
  }

  /** Checks that a subscription never ends earlier than the time given to its agent. */
  #checkEnd({ webhook_id, ends_at }: Record<string, unknown>): void {
    const { calls = [] } = this.subscribed.find(({ id }) => id === webhook_id) ?? {};
    const told = Math.max(...calls.map(({ endsAt }) => endsAt));
    if (Date.parse(String(ends_at)) < told)
      this.found.push(`${String(webhook_id)} ends before the time that its agent was told`);
  }

  /** Checks that a key or connection never exceeds its limit on subscriptions. */
  #checkLimit({ key, connection_id }: Record<string, unknown>): void {
    const now = timestamp(this.timeline.now);
    const own = this.tables
      .rows(TABLES.webhooks)
      .filter((row) => connection_id === row['connection_id'] && isSame(key, row['key']))
      .filter(({ ends_at }) => typeof ends_at === 'string' && ends_at > now);
    if (own.length > MAX_OF_PRINCIPAL) this.found.push(`an agent has ${own.length} subscriptions`);
  }

  #methods(invocation: Invocation, caller: Caller, call: Call): ReturnType<typeof eventMethods> {
    const { timeline, random, clock, tables, withoutRemedy: without } = this;
    const { db } = tables.clientsOf(invocation, (without && BUGS[without]) ?? {});
    const counting = tables.clientsOf(invocation, { unrepeated: true });
    const counters = counterStore(counting.db, TABLES.counters);
    const store = subscriptionStore(db, TABLES, clock, {
      pause: (milliseconds) => timeline.sleep(milliseconds),
      random: () => random.next(),
    });
    const answered = answeredChallengeStore(db, TABLES.counters, clock);
    // Without this remedy, the end is computed before the callback is challenged and before other requests
    // finish.
    const begunAt = timeline.now;
    const subscriptions: typeof store =
      without === 'late-end'
        ? {
            ...store,
            save: (who, { endsAt, ...to }, auditOf) =>
              store.save(who, { ...to, endsAt: () => endsAt(begunAt) }, auditOf),
          }
        : store;
    const audit = (): AuditPut => ({
      Put: {
        TableName: TABLES.audit,
        Item: { event_id: this.nextName('audit') },
        ConditionExpression: 'attribute_not_exists(event_id)',
      },
    });
    return eventMethods(
      {
        forms: {
          find: (account_id, form_id) =>
            invocation.call('form.find', () =>
              tables.find(TABLES.forms, { account_id, form_id }) ? { fields: [] } : undefined,
            ),
        },
        subscriptions,
        mark: this.account.marks(invocation, without === 'account-mark'),
        answered: without === 'challenge' ? { ...answered, has: () => Promise.resolve(true) } : answered,
        counters: without === 'turns' ? uncounted : counters,
        sender: {
          ask: ({ url, body }) => this.#challenge(invocation, { url, body: String(body) }, call, caller),
        },
        noteChange: () => invocation.call('change.note', () => undefined),
        urlConfig: { allowHttp: false, allowPrivateTargets: false, ownHosts: [] },
        timeScale: 1,
        now: clock,
        random: random.bytes,
      },
      { caller, created: audit, ended: audit },
    );
  }

  #challenge(
    invocation: Invocation,
    { url, body }: { readonly url: string; readonly body: string },
    of: Call,
    caller: Caller,
  ): Promise<{ outcome: SendOutcome; body: string }> {
    return invocation.request('challenge', () => {
      const callback = this.callback(url);
      const response = challenged(callback, body);
      const at = this.timeline.now;
      const principalId = principalIdOf(caller);
      const { answers: isAnswered } = callback;
      this.challenges.push({ url, principalId, at, isAnswered, answeredAt: at + response.takesMs, of });
      const open = this.challenges.filter((each) => each.principalId === principalId && each.answeredAt > at);
      if (open.length > MAX_OF_PRINCIPAL)
        this.found.push(`${principalId} got ${open.length} challenges at once`);
      return response;
    });
  }

  /**
   * Returns the callback at a URL.
   * @throws Error if there is none
   */
  callback(url: string): Callback {
    const found = this.callbacks.get(url);
    if (!found) throw new Error(`There is no callback at ${url}`);
    return found;
  }

  /** Deletes the subscriptions of an ended connection, as the consumer of the connections' stream does. */
  async removeSubscriptions(connectionId: string): Promise<void> {
    if (this.withoutRemedy === 'connection-end') return;
    const remove = (invocation: Invocation): Promise<void> =>
      connectionWebhookStore(this.tables.clientsOf(invocation).db, TABLES.webhooks).removeAll(connectionId);
    while (!(await this.invoke('remove-connection-webhooks', 30 * SECOND, remove)).ok)
      await this.timeline.sleep(SECOND);
  }

  protected override fanOutDeps(invocation: Invocation): FanOutDeps {
    const { list } = webhookStore(this.tables.clientsOf(invocation).db, TABLES.webhooks);
    return { ...super.fanOutDeps(invocation), listWebhooks: list };
  }

  protected override deliveryDeps(invocation: Invocation): ProbeDeps {
    const { withoutRemedy: without, clock, timeline } = this;
    const aDayAgo = (): number => timeline.now - DAY;
    const store = liveWebhookStore(
      this.tables.clientsOf(invocation),
      TABLES,
      without === 'end' ? aDayAgo : clock,
      this.#holders,
    );
    return {
      ...super.deliveryDeps(invocation),
      findWebhook: async (ownerId, webhookId, formId) => {
        const found = await store.find(ownerId, webhookId, without === 'access' ? undefined : formId);
        if (!found || without !== 'overlap') return found;
        const { previous_secret: _, older_secret: __, ...rest } = found;
        return rest;
      },
      send: (request) => invocation.request('send', () => this.#receive(request)),
    };
  }

  #receive(request: SignedRequest): { takesMs: number; result: SendOutcome } {
    const { url, headers, body } = request;
    const { timeline, random } = this;
    const { submission_id: submissionId, form_id: formId } = idsIn(body);
    const webhookId = headers['x-mcp-subscription-id'] ?? '';
    const response = notified(this.callback(url), random, timeline.now);
    const known = this.subscribed.filter(({ id }) => id === webhookId).flatMap(({ calls }) => calls);
    this.events.push({
      webhookId,
      submissionId,
      formId,
      url,
      at: timeline.now,
      isAcknowledged: response.result.error === null,
      secrets: verifying(request, new Set(known.map(({ secret }) => secret))),
    });
    this.journal.note(timeline.now, `sends ${submissionId} to ${webhookId} → ${response.result.status_code}`);
    return response;
  }
}

/** Returns true for errors caused by outages and conflicts. Clients retry after these errors. */
const isOutage = ({ name }: Error): boolean => name === 'CallFailed' || name === 'Unavailable';

/** Replaces the counter of subscriptions being created by an agent. */
const uncounted = { count: () => Promise.resolve(true), release: () => Promise.resolve() };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
