/**
 * Creates an account with one of every resource, for tests that run every operation. Also provides the input
 * for each operation.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { HOUR } from '../../../lambdas/core/clock.ts';
import { recipientIdOf } from '../../../lambdas/forms/recipients/recipient.ts';
import type { Operation } from '../../../lambdas/http/operation.ts';
import { newAccount, newKey, type TestAccount } from './accounts.ts';
import { connect, invite } from './people.ts';
import type { handlersOn } from '../service/handlers.ts';
import type { TestStores } from '../emulators/stores.ts';

export interface Everything extends TestAccount {
  /** Resource ids, keyed by the path segment that precedes them. */
  readonly resources: Readonly<Record<string, string>>;
  pathOf(operation: Operation): Record<string, string>;
  /** Returns a valid request body if the operation accepts JSON. */
  bodyOf(operation: Operation): Record<string, unknown> | undefined;
}

/** Recipients of the form: one who hasn't confirmed the address, and one who has. */
const PENDING = 'pending@example.org';
const CONFIRMED = 'confirmed@example.org';

async function confirm({ db, tables }: TestStores, owner_id: string, address: string): Promise<void> {
  const recipient_id = recipientIdOf(owner_id, address);
  const confirmed_at = new Date().toISOString();
  const Item = { owner_id, recipient_id, address, link_key: 'key', confirmed_at };
  await db.send(new PutCommand({ TableName: tables.recipients, Item }));
}

export async function makeEverything(
  stores: TestStores,
  call: ReturnType<typeof handlersOn>,
): Promise<Everything> {
  const account = await newAccount(stores, { plan: 'team' });
  const { key } = account;
  const newForm = { name: 'Contact', rate_limit: 100_000, notify_emails: [PENDING, CONFIRMED] };
  await confirm(stores, account.accountId, CONFIRMED);
  const form = (await call('createForm', { key, body: newForm })).body;
  const submission = (
    await call('submitForm', { path: { slug: form.slug }, body: { name: 'Ada', email: 'ada@example.org' } })
  ).body;
  const label = (await call('createLabel', { key, body: { name: 'Sales', color: '#2f7dd1' } })).body;
  const wanted = { kind: 'erase', email: 'nobody@example.org' };
  const dataRequest = (await call('createDataRequest', { key, body: wanted })).body;
  const waiting = (await call('createImport', { key, path: { id: form.id }, body: { format: 'csv' } })).body;
  const url = 'https://hooks.example.org/in';
  const webhook = (await call('createWebhook', { key, path: { id: form.id }, body: { url } })).body;
  const since = new Date(Date.now() - 60_000).toISOString();
  const recovered = { key, path: { id: form.id }, body: { url: `${url}/recovered` } };
  const { id } = (await call('createWebhook', recovered)).body;
  const recovery = (await call('recoverWebhook', { key, path: { id }, body: { since } })).body;
  const filtered = { key, body: { filter: { status: 'spam' }, action: 'read' } };
  const bulkJob = (await call('changeSubmissions', filtered)).body;
  // Any admin key that is valid for an hour can roll this key.
  const spare = await newKey(stores, account.accountId, 'management', {
    scopes: ['admin'],
    expires_at: new Date(Date.now() + HOUR / 2).toISOString(),
  });
  const template = { name: 'Thanks', text: 'Thank you, {{name}}.' };
  const stored = (await call('createReplyTemplate', { key, body: template })).body;
  const app = { name: 'Shop', type: 'confidential', redirect_uris: ['https://shop.example.org/return'] };
  const client = (await call('createOauthClient', { key, body: app })).body;
  const invited = await invite(stores, account.accountId);
  const connection = await connect(stores, account.accountId, { memberId: invited.member_id, app: client });
  const resources: Record<string, string> = {
    f: form.slug,
    forms: form.id,
    submissions: submission.id,
    labels: label.id,
    'data-requests': dataRequest.id,
    imports: waiting.id,
    webhooks: webhook.id,
    recoveries: recovery.recovery_id,
    'bulk-jobs': bulkJob.id,
    deliveries: `whd_${webhook.id.slice('wh_'.length)}${submission.id.slice(-26)}`,
    'api-keys': spare.id,
    'oauth-clients': client.id,
    'reply-templates': stored.id,
    connections: connection.connection_id,
    members: invited.member_id,
    api: submission.id,
  };
  const bodies: Record<string, Record<string, unknown>> = {
    'POST /v1/f/{slug}': { name: 'Ada' },
    'POST /v1/f/{slug}/uploads': { field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 100 },
    'POST /mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    'POST /v1/forms': { name: 'Another' },
    'PATCH /v1/forms/{id}': { name: 'Changed' },
    'POST /v1/forms/{id}/webhooks': { url: `${url}/other` },
    'POST /v1/webhooks': { url: `${url}/all` },
    'POST /v1/webhooks/{id}/recover': { since },
    'PATCH /v1/webhooks/{id}': { enabled: false },
    'PATCH /v1/submissions/{id}': { status: 'spam' },
    'POST /v1/submissions/bulk': { ids: [submission.id], action: 'read' },
    'POST /v1/forms/{id}/submissions/bulk': { filter: {}, action: 'star' },
    'POST /v1/forms/{id}/filters/test': { filter: { all: [{ field: 'name', op: 'exists' }] } },
    'POST /v1/filters/test': { filter: { any: [{ field: 'name', op: 'exists' }] } },
    'PATCH /v1/account': { time_zone: 'Europe/Berlin' },
    'POST /v1/data-requests': { kind: 'export', email: 'ada@example.org' },
    'POST /v1/forms/{id}/imports': { format: 'csv', dry_run: true },
    'POST /v1/labels': { name: 'Support', color: '#1d8348' },
    'PATCH /v1/labels/{id}': { color: '#b03a2e' },
    'POST /v1/submissions/{id}/replies': { text: 'Thank you.' },
    'POST /v1/reply-templates': template,
    'PATCH /v1/reply-templates/{id}': { name: 'Thank you' },
    'POST /v1/members': { email: 'ann@example.com', role: 'viewer' },
    'PATCH /v1/members/{id}': { form_ids: null },
    'POST /v1/oauth-clients': app,
    'PATCH /v1/oauth-clients/{id}': { name: 'Shop 2' },
    'POST /v1/api-keys': { type: 'management', name: 'CI', scopes: ['admin'] },
    'POST /v1/api-keys/{id}/roll': { overlap_seconds: 3600 },
    'POST /{locale}/api': { form: form.id, fields: { name: 'Ada' } },
  };
  return {
    ...account,
    resources,
    pathOf({ path }) {
      const parts = path.split('/');
      const named = parts.flatMap((part, index) => {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        if (name === undefined) return [];
        if (name === 'address') return [[name, path.endsWith('/test') ? CONFIRMED : PENDING] as const];
        return [[name, name === 'locale' ? 'de' : (resources[parts[index - 1] ?? ''] ?? 'unknown')] as const];
      });
      return Object.fromEntries(named);
    },
    bodyOf: ({ method, path }) => bodies[`${method} ${path}`],
  };
}
