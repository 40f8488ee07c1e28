import { isIP } from 'node:net';
import { checkWebhookUrl, type WebhookUrlCheck, type WebhookUrlRules } from '../webhook-url.ts';
import { isPublicAddress } from './network-address.ts';

/**
 * Everything that can be said about a webhook's target without asking DNS: the rules for its URL, and that an
 * address written in place of a host name is a public one. `URL` has already turned `2130706433`, `0177.0.0.1`
 * and `0x7f.1` into `127.0.0.1`.
 *
 * Operations call it when a webhook is saved, as a courtesy to whoever typed the URL. The sender calls it
 * before every attempt, and it alone also checks what the name resolves to.
 */
export function checkWebhookTarget(text: string, rules: WebhookUrlRules): WebhookUrlCheck {
  const check = checkWebhookUrl(text, rules);
  if (!check.ok || rules.allowPrivateTargets) return check;

  const host = bareHost(check.url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    return { ok: false, reason: 'The URL must point at a public address.' };
  }
  return check;
}

/** The host as sockets and certificates know it: IPv6 without brackets, names without the root's dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
