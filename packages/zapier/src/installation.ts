/** The installation that this integration belongs to, as its environment names it, and the addresses of its API. */

/**
 * @returns the origin of the service, without a slash at its end
 * @throws Error when the environment does not name an https address (loopback may be http)
 */
export function baseUrl(): string {
  const url = URL.parse(process.env['BASE_URL'] ?? '');
  const local = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  if (!url || (url.protocol !== 'https:' && !(local && url.protocol === 'http:')))
    throw new Error('BASE_URL of this integration must be the https address of the svc-forms service.');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** @returns whether a request goes to the service itself, which alone may see the access token */
export function isOfService(url: string): boolean {
  return url.startsWith(`${baseUrl()}/`);
}

/** An address of the API; each value is encoded, so no id can lead to another path: `` apiUrl`/v1/forms/${id}` ``. */
export function apiUrl(path: TemplateStringsArray, ...values: string[]): string {
  return baseUrl() + String.raw({ raw: path }, ...values.map(encodeURIComponent));
}

/** The id and secret of the app that `POST /v1/oauth-clients` made; a public app has no secret. */
export function oauthClient(): { client_id: string; client_secret?: string } {
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = process.env;
  if (!id) throw new Error('CLIENT_ID of this integration is not set.');
  return { client_id: id, ...(secret && { client_secret: secret }) };
}
