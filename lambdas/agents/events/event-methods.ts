/** Answers `events/list`, `events/subscribe` and `events/unsubscribe`. */
import type { AuditPut } from '../../core/audit-row.ts';
import { canSeeForm, principalIdOf, type Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { WindowLimit } from '../../core/counters/counter-limit.ts';
import { InsufficientScope, isProblem } from '../../core/errors/errors.ts';
import { isFormId } from '../../core/ids.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { FormField } from '../../forms/fields/field.ts';
import { assertFiltersUsable, type Filter } from '../../forms/filters/filter.ts';
import type { WebhookSender } from '../../webhooks/sender/webhook-sender.ts';
import { checkWebhookTarget } from '../../webhooks/sender/webhook-target.ts';
import type {
  SavedSubscription,
  subscriptionStore,
} from '../../webhooks/subscriptions/subscription-store.ts';
import {
  endOf,
  idOfSubscription,
  type SubscriptionRequest,
} from '../../webhooks/subscriptions/subscription.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { WebhookUrlConfig } from '../../webhooks/webhook-url.ts';
import type { answeredChallengeStore } from './answered-challenge-store.ts';
import { challenge, challengeCounter, creationCounter, isLoopback } from './challenge.ts';
import {
  callbackFailed,
  invalidParams,
  limitReached,
  mayNotSubscribe,
  noSuchEvent,
  unsupported,
} from './event-errors.ts';
import type { EventMethods } from './event-answers.ts';
import { describedEvents } from './event-list.ts';
import { assertSecretUsable, checkedEnd, checkedList, checkedSubscription } from './event-params.ts';
import { refusalText } from '../tools/tool-result.ts';

export interface EventDeps {
  readonly forms: {
    find(accountId: string, formId: string): Promise<{ readonly fields: readonly FormField[] } | undefined>;
  };
  readonly subscriptions: Pick<ReturnType<typeof subscriptionStore>, 'exceededLimit' | 'remove' | 'save'>;
  /**
   * Removes the attribute that marks the account as having no account-wide webhooks, so that the service
   * looks for them when a submission arrives.
   */
  readonly mark: { remove(accountId: string): Promise<void> };
  readonly answered: ReturnType<typeof answeredChallengeStore>;
  readonly counters: {
    count(limit: WindowLimit): Promise<boolean>;
    release(limit: WindowLimit): Promise<void>;
  };
  readonly sender: Pick<WebhookSender, 'ask'>;
  /** Updates the account's change marker, so that callers with cached lists see the change. */
  readonly noteChange: (accountId: string) => Promise<void>;
  readonly urlConfig: WebhookUrlConfig;
  /** Subscription lifetimes are divided by this number. Only the local runner speeds up time. */
  readonly timeScale: number;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** The caller, and functions that build audit log rows for the subscriptions that it creates and ends. */
export interface EventCaller {
  readonly caller: Caller;
  readonly created: (of: Webhook) => AuditPut;
  readonly ended: (of: Webhook) => AuditPut;
}

/** Returns the methods for one caller. */
export function eventMethods(deps: EventDeps, { caller, created, ended }: EventCaller): EventMethods {
  const { subscriptions, now } = deps;
  const { account_id } = caller;
  const principalId = principalIdOf(caller);
  const mayRead = caller.scopes.includes('read');

  async function formOf(formId: string) {
    const found =
      isFormId(formId) && canSeeForm(caller, formId) ? await deps.forms.find(account_id, formId) : undefined;
    if (!found) throw noSuchEvent(`There is no form "${formId}". The tool list_forms returns the forms.`);
    return found;
  }

  /** Sends a challenge unless the callback has answered one for this caller in the last 24 hours. */
  async function assertAnswers(id: string, { url, secret }: SubscriptionRequest): Promise<void> {
    if (await deps.answered.has(principalId, url)) return;
    const target = new URL(url);
    const counter = challengeCounter(target.host, now());
    if (!isLoopback(target) && !(await deps.counters.count(counter)))
      throw limitReached(
        'challenges',
        counter.limit,
        `${target.host} has been sent too many challenges in the last minute. Subscribe again in a minute.`,
      );
    const failure = await challenge(
      { webhook_id: id, url, secret },
      { ask: deps.sender.ask, now: now(), random: deps.random },
    );
    if (failure !== undefined)
      throw callbackFailed(
        failure,
        'The callback did not pass the challenge. It must return a 2xx status and the JSON {"challenge": …} with the challenge that it received.',
      );
    await deps.answered.add(principalId, url);
  }

  return {
    async list(params) {
      const { arguments: args = {} } = checkedList(params);
      if (!mayRead) return { events: [] };
      const { form_id } = args;
      const fields = form_id === undefined ? undefined : (await formOf(form_id)).fields;
      return { events: describedEvents(fields) };
    },

    async subscribe(params) {
      if (!mayRead) {
        if (caller.type !== 'key') throw new InsufficientScope('read');
        throw mayNotSubscribe('Subscribing needs a key with the scope "read".');
      }
      const { arguments: args = {}, delivery, ttlMs } = checkedSubscription(params);
      const { mode, url, secret } = delivery;
      if (mode !== 'webhook')
        throw unsupported('deliveryMode', mode, 'Only the delivery mode "webhook" is supported.');
      assertUrlUsable(url, deps.urlConfig);
      assertSecretUsable(secret);
      const request = await requestOf(args, { url, secret, ttlMs: ttlMs ?? undefined });
      const id = idOfSubscription(principalId, request);
      const limit = await subscriptions.exceededLimit(caller, id);
      if (typeof limit === 'number') throw tooMany(limit);
      const save = (): Promise<string> => verifiedAndSaved(id, request);
      const refreshBefore = limit === 'renewal' ? await save() : await inTurn(save);
      return { id, refreshBefore, cursor: null, truncated: false };
    },

    async unsubscribe(params) {
      const { arguments: args = {}, delivery } = checkedEnd(params);
      const { form_id, filter } = args;
      if (form_id !== undefined && !isFormId(form_id)) return {};
      const of = { accountId: account_id, formId: form_id, filter, url: delivery.url };
      await subscriptions.remove(idOfSubscription(principalId, of), ended);
      await deps.noteChange(account_id);
      return {};
    },
  };

  /** Verifies the callback, stores the subscription and returns the time when it ends. */
  async function verifiedAndSaved(id: string, request: SubscriptionRequest): Promise<string> {
    await assertAnswers(id, request);
    // Remove the mark before the subscription is stored, so that later submissions are sent to it.
    if (request.formId === undefined) await deps.mark.remove(account_id);
    const expiresAt = 'expires_at' in caller ? caller.expires_at : undefined;
    const endsAt = (at: number): string => endOf(request, at, deps.timeScale, expiresAt);
    const saved = await subscriptions.save(caller, { id, request, endsAt }, created);
    assertSaved(saved, request);
    await deps.noteChange(account_id);
    return saved.endsAt;
  }

  /**
   * Creates a subscription, unless the caller is already creating the maximum number of subscriptions.
   * Without this limit, each of a caller's concurrent requests would send a challenge.
   */
  async function inTurn<Result>(create: () => Promise<Result>): Promise<Result> {
    const counter = creationCounter(principalId, now());
    if (!(await deps.counters.count(counter))) throw tooMany(counter.limit);
    try {
      return await create();
    } finally {
      await deps.counters.release(counter);
    }
  }

  async function requestOf(
    { form_id, filter }: { readonly form_id?: string | undefined; readonly filter?: Filter | undefined },
    of: Pick<SubscriptionRequest, 'url' | 'secret' | 'ttlMs'>,
  ): Promise<SubscriptionRequest> {
    if (form_id !== undefined) await formOf(form_id);
    try {
      await assertFiltersUsable([['arguments.filter', filter]]);
    } catch (error) {
      const text = isProblem(error) ? refusalText(error, {}) : undefined;
      throw text === undefined ? error : invalidParams(text);
    }
    return { accountId: account_id, formId: form_id, filter, ...of };
  }
}

/** @throws RpcError */
function assertUrlUsable(url: string, config: WebhookUrlConfig): void {
  const target = checkWebhookTarget(url, config);
  const reason = target.ok
    ? url.includes('#')
      ? 'The URL must not have a fragment.'
      : undefined
    : target.reason;
  if (reason !== undefined) throw invalidParams(`params.delivery.url is not allowed. ${reason}`);
}

const tooMany = (limit: number) =>
  limitReached(
    'subscriptions',
    limit,
    `There are already ${limit} subscriptions. End one with events/unsubscribe, or wait until one expires.`,
  );

/** @throws RpcError if nothing was stored */
function assertSaved(
  saved: SavedSubscription,
  { formId = '' }: SubscriptionRequest,
): asserts saved is Extract<SavedSubscription, { readonly endsAt: string }> {
  switch (saved.kind) {
    case 'too-many':
      throw tooMany(saved.limit);
    case 'form-gone':
      throw noSuchEvent(`There is no form "${formId}". The tool list_forms returns the forms.`);
    case 'principal-gone':
      throw mayNotSubscribe('The connection or the key has ended.');
    case 'created':
    case 'renewed':
      return;
  }
}
