/**
 * Decides from its text alone whether a URL may be the target of a webhook (docs/specification.md, "Webhooks").
 */

/** Which webhook URLs a stage allows. */
export interface WebhookUrlConfig {
  /** Also `http:`; the local runner sets it. */
  allowHttp: boolean;
  /** Also private addresses and any port; the local runner sets it. */
  allowPrivateTargets: boolean;
  /** Hosts of this service itself, with the port where it is not the default one. */
  ownHosts: readonly string[];
}

export type WebhookUrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

const MAX_URL_CHARACTERS = 2048;
const FIRST_UNPRIVILEGED_PORT = 1024;
/** Blanks, control characters and those that reorder the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Z}\p{Bidi_Control}]/u;

/**
 * Ports above 1023 where something other than a web server is usual: the "bad ports" of the Fetch standard
 * (section 2.9), then databases, caches, brokers, remote desktops and container daemons. A POST that is sent there
 * is at best noise in a log and at worst a command.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080],
  ...[6665, 6666, 6667, 6668, 6669],
  ...[1433, 1521, 3306, 5432, 6379, 9042, 9200, 9300, 11211, 27017, 27018, 27019],
  ...[1883, 4369, 5672, 8883, 9092, 25672, 61616],
  ...[2375, 2376, 2379, 2380, 3389, 5900, 5985, 5986, 10250],
]);

/**
 * Checks the text of a URL. The sender checks the addresses that its name resolves to, at each attempt: they may
 * change at any time.
 *
 * `url` in the result has no fragment, because none is ever sent.
 */
export function checkWebhookUrl(text: string, config: WebhookUrlConfig): WebhookUrlCheck {
  if (text.length > MAX_URL_CHARACTERS) {
    return refuse(`The URL is longer than ${MAX_URL_CHARACTERS} characters.`);
  }
  // `URL` would leave out line breaks and tabs; what is stored and shown is the text.
  if (UNPRINTABLE.test(text) || !URL.canParse(text)) return refuse('The URL is not valid.');
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
  // A post would bring itself forth again, and each of them the next one.
  if (config.ownHosts.some((own) => isOwnHost(url, own, config)))
    return 'The URL must not point at this service itself.';
  if (config.allowPrivateTargets) return null;

  if (!isAllowedPort(url.port)) return `Port ${url.port} is not allowed.`;
  if (isLocalName(comparableHost(url.hostname))) return 'The URL must not point at this machine.';
  return null;
}

/** Whatever its port is; where private targets are allowed, other ports of the machine are those of other programs. */
function isOwnHost(url: URL, own: string, { allowPrivateTargets }: WebhookUrlConfig): boolean {
  const service = new URL(`${url.protocol}//${own}`);
  const [host, ownHost] = [comparableHost(url.hostname), comparableHost(service.hostname)];
  if (!allowPrivateTargets) return host === ownHost;
  return url.port === service.port && (host === ownHost || (isThisMachine(host) && isThisMachine(ownHost)));
}

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** @param host as `URL` writes it, with the many ways to write an address made one */
const isThisMachine = (host: string): boolean =>
  isLocalName(host) || host.startsWith('127.') || host === '0.0.0.0' || host === '[::1]' || host === '[::]';

/** `URL` leaves the port empty where it is the default one of the protocol: 443, or 80 with http. */
function isAllowedPort(port: string): boolean {
  if (port === '') return true;
  return Number(port) >= FIRST_UNPRIVILEGED_PORT && !REFUSED_PORTS.has(Number(port));
}

/** `Example.COM.` and `example.com` are one host: case does not count, nor does the dot of the DNS root. */
function comparableHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

function refuse(reason: string): WebhookUrlCheck {
  return { ok: false, reason };
}
