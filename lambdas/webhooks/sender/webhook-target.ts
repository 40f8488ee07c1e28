/** Checks the target of a webhook as far as that is possible without asking DNS. */
import { isIP } from 'node:net';
import { checkWebhookUrl, type WebhookUrlCheck, type WebhookUrlConfig } from '../webhook-url.ts';
import { isPublicAddress } from './network-address.ts';

/**
 * Checks the URL by its text, and that an address in place of a host name is public. `URL` has already turned
 * `2130706433`, `0177.0.0.1` and `0x7f.1` into `127.0.0.1`.
 *
 * The operations call it when a webhook is saved, so that its owner hears of a mistake at once. The sender calls
 * it before every attempt, and then checks the addresses that the name resolves to.
 */
export function checkWebhookTarget(text: string, config: WebhookUrlConfig): WebhookUrlCheck {
  const check = checkWebhookUrl(text, config);
  if (!check.ok || config.allowPrivateTargets) return check;

  const host = bareHost(check.url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    return { ok: false, reason: 'The URL must point at a public address.' };
  }
  return check;
}

/** The host as sockets and certificates write it: IPv6 without brackets, names without the final dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
