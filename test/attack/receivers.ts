/**
 * Attacks with an API key that can change forms but can't read submissions. The attacker tries to redirect
 * submissions to their own endpoint or read them in other ways.
 */
import type { Target } from './target.ts';

const COLLECTOR = 'https://collector.example.org/in';

export async function attackReceivers(target: Target): Promise<void> {
  const { service } = target;
  const form = await target.form();
  const { body: webhook } = await service.manage('POST', `/v1/forms/${form.id}/webhooks`, {
    url: 'https://hooks.example.org/in',
  });
  const { body: minted } = await service.manage('POST', '/v1/api-keys', {
    type: 'management',
    name: 'Write only',
    scopes: ['write'],
  });
  const token = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: String(minted.id),
    client_secret: String(minted.key),
  });
  const issued = await target.send({
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(token.toString()),
  });
  const credentials = [
    ['a key', String(minted.key)],
    ['a token', (JSON.parse(issued.text) as { access_token: string }).access_token],
  ] as const;
  const { id, delivery } = { id: String(webhook.id), delivery: `whd_${'0'.repeat(46)}` };
  const since = new Date(Date.now() - 60_000).toISOString();
  const attempts: readonly (readonly [string, string, object?])[] = [
    ['GET', `/v1/forms/${form.id}/submissions`],
    ['PATCH', `/v1/forms/${form.id}`, { notify_emails: ['me@collector.example'] }],
    ['PATCH', `/v1/forms/${form.id}`, { notify_emails: [] }],
    ['PATCH', `/v1/forms/${form.id}`, { slug: 'moved-away' }],
    ['POST', '/v1/forms', { name: 'Mine', notify_emails: ['me@collector.example'] }],
    ['POST', `/v1/forms/${form.id}/webhooks`, { url: COLLECTOR }],
    ['POST', '/v1/webhooks', { url: COLLECTOR }],
    ['PATCH', `/v1/webhooks/${id}`, { url: COLLECTOR }],
    ['PATCH', `/v1/webhooks/${id}`, { rotate_secret: true }],
    ['PATCH', `/v1/webhooks/${id}`, { headers: { authorization: 'mine' } }],
    ['PATCH', `/v1/webhooks/${id}`, { format: 'slack' }],
    ['POST', `/v1/webhooks/${id}/test`],
    ['POST', `/v1/webhooks/${id}/recover`, { since }],
    ['POST', `/v1/deliveries/${delivery}/replay`],
  ];
  const before = await settings(target, form.id);
  for (const [who, key] of credentials) {
    for (const [method, path, body] of attempts) {
      const { status, cpuSeconds } = await target.send({
        method,
        path,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      });
      const what = `${method} ${path.split('/').slice(0, 3).join('/')} ${Object.keys(body ?? {}).join()}`;
      target.print(`${who} with only the scope write: ${what}`, 0, String(status), cpuSeconds, undefined, '');
      target.check(status === 403, `receivers: ${who} gets ${status} for ${what}`);
    }
  }
  target.check(
    (await settings(target, form.id)) === before,
    'receivers: a refused request changed the form or its webhooks',
  );
}

async function settings({ service }: Target, formId: string): Promise<string> {
  const { body: form } = await service.manage('GET', `/v1/forms/${formId}`);
  const { body: webhooks } = await service.manage('GET', `/v1/forms/${formId}/webhooks`);
  return JSON.stringify([form, webhooks]);
}
