/**
 * Connects the event methods to this function's tables. Loaded when an event method is first called, because
 * most agents only use tools. On AWS, this file is in a bundle with its own copy of the SDK. It creates its
 * own client, because the SDK's error classes only recognize errors from the same copy.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { accountWebhookMarkStore } from '../../accounts/account-webhook-mark-store.ts';
import { auditLog } from '../../audit/audit-log-store.ts';
import { auditorOf } from '../../auth/audited.ts';
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import { changeMarkerStore } from '../../aws/change-marker-store.ts';
import { counterStore } from '../../aws/counter-store.ts';
import type { Caller } from '../../core/caller.ts';
import { systemRandom } from '../../core/random.ts';
import { readEnvironment, readIfGiven } from '../../environment.ts';
import { formReader } from '../../forms/form-store.ts';
import { auditedWebhook } from '../../webhooks/audited-webhook.ts';
import { createWebhookSender } from '../../webhooks/sender/webhook-sender.ts';
import { subscriptionStore } from '../../webhooks/subscriptions/subscription-store.ts';
import { WEBHOOK_URL_VARIABLES, webhookUrlConfig } from '../../webhooks/webhook-deps.ts';
import { createAccountWebhook, createWebhook, deleteWebhook } from '../../webhooks/webhook-operations.ts';
import { formIdOfWebhook, type Webhook } from '../../webhooks/webhook.ts';
import { answeredChallengeStore } from './answered-challenge-store.ts';
import { CHALLENGE_DEADLINE } from './challenge.ts';
import type { EventMethods } from './event-answers.ts';
import { eventMethods } from './event-methods.ts';

/** Returns a function that creates the methods for a request. */
export function eventMethodsOf() {
  const db = documentClient();
  const environment = readEnvironment(
    ...WEBHOOK_URL_VARIABLES,
    'ACCOUNTS_TABLE',
    'API_KEYS_TABLE',
    'AUDIT_EVENTS_TABLE',
    'CONNECTIONS_TABLE',
    'COUNTERS_TABLE',
    'FORMS_TABLE',
    'FORM_SLUGS_TABLE',
    'WEBHOOKS_TABLE',
  );
  const tables = {
    accounts: environment.ACCOUNTS_TABLE,
    apiKeys: environment.API_KEYS_TABLE,
    connections: environment.CONNECTIONS_TABLE,
    counters: environment.COUNTERS_TABLE,
    forms: environment.FORMS_TABLE,
    formSlugs: environment.FORM_SLUGS_TABLE,
    webhooks: environment.WEBHOOKS_TABLE,
  };
  const urlConfig = webhookUrlConfig(environment);
  const log = auditLog(db, environment.AUDIT_EVENTS_TABLE, Date.now, systemRandom);
  const audits = {
    ofForm: auditorOf(createWebhook, log),
    ofAccount: auditorOf(createAccountWebhook, log),
    end: auditorOf(deleteWebhook, log),
  };
  const deps = {
    forms: formReader(db, tables.forms),
    subscriptions: subscriptionStore(db, tables, Date.now),
    mark: accountWebhookMarkStore(db, tables, Date.now),
    answered: answeredChallengeStore(db, tables.counters, Date.now),
    counters: counterStore(db, tables.counters),
    sender: createWebhookSender({ ...urlConfig, deadlineMs: CHALLENGE_DEADLINE }),
    noteChange: (accountId: string) => changeMarkerStore(db, tables.counters).note(accountId, 'writes'),
    urlConfig,
    timeScale: readIfGiven('TIME_SCALE') ?? 1,
    now: Date.now,
    random: systemRandom,
  };

  return ({
    event,
    caller,
  }: {
    readonly event: APIGatewayProxyEventV2;
    readonly caller: Caller;
  }): EventMethods => {
    const rowOf = (audit: keyof typeof audits, tool: string, of: Webhook) => {
      const row = audits[audit]?.(event, caller, tool).rowOf(auditedWebhook(of));
      if (!row) throw new TypeError('Subscribing needs an audit log');
      return row;
    };
    return eventMethods(deps, {
      caller,
      created: (of) => rowOf(formIdOfWebhook(of) === null ? 'ofAccount' : 'ofForm', 'events/subscribe', of),
      ended: (of) => rowOf('end', 'events/unsubscribe', of),
    });
  };
}
