/**
 * Decides whether a URL can be a webhook's target, based only on its text (docs/specification.md,
 * "Webhooks").
 */

/** Rules that define which webhook URLs a stage allows. */
export interface WebhookUrlConfig {
  /** If true, also allows `http:`. Set by the local runner. */
  allowHttp: boolean;
  /** If true, also allows private addresses and any port. Set by the local runner. */
  allowPrivateTargets: boolean;
  /** Hosts of this service, including the port if it isn't the default one. */
  ownHosts: readonly string[];
}

export type WebhookUrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

const MAX_URL_CHARACTERS = 2048;
const FIRST_UNPRIVILEGED_PORT = 1024;
/** Matches spaces, control characters, and characters that reorder the surrounding text. */
const UNPRINTABLE = /[\p{Cc}\p{Z}\p{Bidi_Control}]/u;

/**
 * Ports above 1023 that usually don't belong to a web server. The list includes the "bad ports" from the
 * Fetch standard (section 2.9), and the ports of databases, message brokers and remote desktops. Some of
 * these services might interpret a POST request as commands.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080],
  ...[6665, 6666, 6667, 6668, 6669],
  ...[1433, 1521, 3306, 5432, 6379, 9042, 9200, 9300, 11211, 27017, 27018, 27019],
  ...[1883, 4369, 5672, 8883, 9092, 25672, 61616],
  ...[2375, 2376, 2379, 2380, 3389, 5900, 5985, 5986, 10250],
]);

/**
 * Checks a URL's text. Doesn't resolve the host name, because its addresses can change at any time. The
 * sender checks the addresses before each attempt.
 *
 * The returned `url` has no fragment, because fragments are never sent.
 */
export function checkWebhookUrl(text: string, config: WebhookUrlConfig): WebhookUrlCheck {
  if (text.length > MAX_URL_CHARACTERS) {
    return refuse(`The URL is longer than ${MAX_URL_CHARACTERS} characters.`);
  }
  // Reject line breaks and tabs, which `URL` would silently remove, because the text is stored and shown as
  // entered.
  if (UNPRINTABLE.test(text) || !URL.canParse(text))
    return refuse('The URL is not valid. Example: https://example.com/webhook');
  const url = new URL(text);
  url.hash = '';

  const reason = reasonAgainst(url, config);
  return reason === null ? { ok: true, url } : refuse(reason);
}

function reasonAgainst(url: URL, config: WebhookUrlConfig): string | null {
  if (url.protocol !== 'https:' && !(config.allowHttp && url.protocol === 'http:')) {
    return config.allowHttp ? 'The URL must use https or http.' : 'The URL must use https.';
  }
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password.';
  // A delivery to the service itself would create another submission, which would trigger the next delivery,
  // and so on.
  if (config.ownHosts.some((own) => isOwnHost(url, own, config)))
    return 'The URL must not point to this service.';
  if (config.allowPrivateTargets) return null;

  if (!isAllowedPort(url.port)) return `Port ${url.port} is not allowed.`;
  if (isLocalName(comparableHost(url.hostname))) return 'The URL must not point to the local machine.';
  return null;
}

/**
 * Returns true if the URL points to one of this service's hosts. Ignores the port, unless private targets are
 * allowed. In this case, other ports of the same host belong to other programs.
 */
function isOwnHost(url: URL, own: string, { allowPrivateTargets }: WebhookUrlConfig): boolean {
  const service = new URL(`${url.protocol}//${own}`);
  const [host, ownHost] = [comparableHost(url.hostname), comparableHost(service.hostname)];
  if (!allowPrivateTargets) return host === ownHost;
  return url.port === service.port && (host === ownHost || (isThisMachine(host) && isThisMachine(ownHost)));
}

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/**
 * Returns true if the host is the local machine.
 * @param host as returned by `comparableHost`
 */
const isThisMachine = (host: string): boolean =>
  isLocalName(host) || host.startsWith('127.') || host === '0.0.0.0' || host === '[::1]' || host === '[::]';

/**
 * Returns true if the port is allowed. `URL` leaves the port empty if it is the protocol's default: 443 for
 * https, or 80 for http.
 */
function isAllowedPort(port: string): boolean {
  if (port === '') return true;
  return Number(port) >= FIRST_UNPRIVILEGED_PORT && !REFUSED_PORTS.has(Number(port));
}

/** Matches an IPv4 address inside an IPv6 address (RFC 4291, section 2.5.5.2), as normalized by `URL`. */
const MAPPED_IPV4 = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/**
 * Returns the host in a comparable form. Ignores case and a trailing dot, and replaces an IPv6 address that
 * contains an IPv4 address with the IPv4 address.
 */
function comparableHost(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  const [, high, low] = MAPPED_IPV4.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  const [first, last] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, last >> 8, last & 255].join('.');
}

function refuse(reason: string): WebhookUrlCheck {
  return { ok: false, reason };
}
