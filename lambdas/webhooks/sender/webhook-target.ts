/** Validates a webhook's target without querying DNS. */
import { isIP } from 'node:net';
import { checkWebhookUrl, type WebhookUrlCheck, type WebhookUrlConfig } from '../webhook-url.ts';
import { isPublicAddress } from '../../outbound/network-address.ts';
import { bareHost } from '../../outbound/single-use-client.ts';

/**
 * Checks the URL. If the host is an IP address, it must be public. `URL` has already normalized `2130706433`,
 * `0177.0.0.1` and `0x7f.1` to `127.0.0.1`.
 *
 * Operations call this function when a webhook is saved so that the owner learns about a mistake immediately.
 * The sender calls it before every attempt and also checks the addresses that the name resolves to.
 */
export function checkWebhookTarget(text: string, config: WebhookUrlConfig): WebhookUrlCheck {
  const check = checkWebhookUrl(text, config);
  if (!check.ok || config.allowPrivateTargets) return check;

  const host = bareHost(check.url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    return { ok: false, reason: 'The URL must point to a public address.' };
  }
  return check;
}
