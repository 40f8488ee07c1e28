/**
 * Reads the installation that this integration connects to from environment variables, and builds the URLs of
 * its API.
 */

/**
 * Returns the service's base URL, without a trailing slash.
 * @throws Error if the environment variable is not an https URL (http is allowed for loopback)
 */
export function baseUrl(): string {
  const url = URL.parse(process.env['BASE_URL'] ?? '');
  const local = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  if (!url || (url.protocol !== 'https:' && !(local && url.protocol === 'http:')))
    throw new Error(
      'BASE_URL of this integration must be the https URL of the svc-forms service, for example https://forms.example.com.',
    );
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/**
 * Returns true if a request goes to the service's API, the only destination that may receive the access
 * token. Excludes `/oauth/token`, because those requests authenticate with the app's secret, and the endpoint
 * rejects a second credential.
 */
export function isOfApi(url: string): boolean {
  return url.startsWith(`${baseUrl()}/v1/`);
}

/**
 * Builds an API URL. Encodes each value, so that an id can't lead to another path: `` apiUrl`/v1/forms/${id}`
 * ``.
 */
export function apiUrl(path: TemplateStringsArray, ...values: string[]): string {
  return baseUrl() + String.raw({ raw: path }, ...values.map(encodeURIComponent));
}

/** Returns the id and secret of the app created with `POST /v1/oauth-clients`. A public app has no secret. */
export function oauthClient(): { client_id: string; client_secret?: string } {
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = process.env;
  if (!id) throw new Error('CLIENT_ID of this integration is not set.');
  return { client_id: id, ...(secret && { client_secret: secret }) };
}
