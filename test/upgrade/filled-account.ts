/**
 * Fills the demo account of a running service so that every table has an item, and reads the account's data.
 */
import { appConnection } from '../support/platforms/app-connection.ts';
import { newPkce } from '../support/samples/apps.ts';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';

const REDIRECT_URI = 'https://shop.example/return';

export interface FilledAccount {
  readonly form: { readonly id: string; readonly slug: string };
  readonly webhook: string;
  /** Access token of a connected app. */
  readonly token: string;
  /** The submission that has a file. */
  readonly withFile: string;
  /** API paths that the account's key can read. */
  readonly paths: readonly string[];
}

/**
 * Creates one of everything.
 * @param receiver URL of an endpoint that is down
 */
export async function fillAccount(service: ServiceUnderTest, receiver: string): Promise<FilledAccount> {
  const make = async (path: string, body: object): Promise<any> => {
    const made = await service.manage('POST', path, body);
    if (made.status >= 300) throw new Error(`POST ${path}: ${made.status} ${JSON.stringify(made.body)}`);
    return made.body;
  };
  const form = await make('/v1/forms', {
    name: 'Applications',
    notify_emails: ['ann@example.com'],
    weekly_spam_summary: true,
  });
  const webhook = await make(`/v1/forms/${form.id}/webhooks`, { url: receiver });
  await make('/v1/webhooks', { url: receiver, name: 'All forms' });
  const file = new FormData();
  file.append('name', 'Grace');
  file.append('cv', new Blob(['A file of the old version'], { type: 'text/plain' }), 'cv.txt');
  const { id: withFile } = await postTo(service, form.slug, file);
  await service.manage('PATCH', `/v1/submissions/${withFile}`, { starred: true, note: 'Call her' });
  await make(`/v1/webhooks/${webhook.id}/recover`, { since: new Date(Date.now() - 3_600_000).toISOString() });
  await make(`/v1/api-keys`, { type: 'management', name: 'CI', scopes: ['read'] });
  return {
    form,
    token: await connectApp(service),
    webhook: webhook.id,
    withFile,
    paths: [
      ...[
        'me',
        'forms',
        'submissions',
        'webhooks',
        'members',
        'api-keys',
        'oauth-clients',
        'connections',
      ].map((name) => `/v1/${name}`),
      ...[form.id, service.outputs.form.id].flatMap((id: string) => [
        `/v1/forms/${id}`,
        `/v1/forms/${id}/submissions`,
        `/v1/forms/${id}/webhooks`,
        `/v1/forms/${id}/fields`,
      ]),
      `/v1/submissions/${withFile}`,
      '/v1/audit-log',
    ],
  };
}

/** Submits a form. A repeated submission with the same key gets the same response. */
export async function postTo(
  service: ServiceUnderTest,
  slug: string,
  body: FormData | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<{ id: string }> {
  const response = await service.request(`/v1/f/${slug}`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', ...headers },
  });
  if (!response.ok) throw new Error(`The post returned ${response.status}`);
  return (await response.json()) as { id: string };
}

/** Signs in a member and authorizes an app on their behalf. Returns the app's access token. */
async function connectApp(service: ServiceUnderTest): Promise<string> {
  const app = await appConnection(service, 'Shop', REDIRECT_URI);
  const { verifier, challenge } = newPkce();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: REDIRECT_URI,
    scope: 'read',
    state: 'state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const allowed = await app.allow(`${service.baseUrl}/oauth/authorize?${query.toString()}`);
  const response = await fetchUnchecked(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: allowed.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      client_id: app.clientId,
      client_secret: app.clientSecret,
    }),
  });
  if (response.status !== 200) throw new Error(`No token: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Matches the parts of file links that differ in each response. */
const SIGNED = /\?expires=\d+&signature=[\w-]+/g;

/**
 * Returns the API's responses for these paths. Omits values that differ after each start or in each response,
 * and the health of webhooks, which changes while deliveries are pending.
 */
export async function readAccount(
  service: ServiceUnderTest,
  paths: readonly string[],
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body } = await service.manage('GET', path);
    if (status !== 200) throw new Error(`GET ${path} returned ${status}`);
    const text = JSON.stringify(body).replaceAll(service.baseUrl, 'https://service.example');
    read[path] = JSON.parse(text.replaceAll(SIGNED, ''), (name, value: unknown) =>
      name === 'health' ? undefined : name === 'next_cursor' ? value !== null : value,
    );
  }
  return read;
}
