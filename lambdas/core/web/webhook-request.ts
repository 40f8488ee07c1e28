/**
 * Recognizes the service's own webhook deliveries. A form must not accept them, because each submission would
 * trigger the next delivery in an endless loop.
 */

const USER_AGENT_NAME = 'svc-Webhooks/';
/** The `User-Agent` header of every delivery. */
export const WEBHOOK_USER_AGENT = `${USER_AGENT_NAME}1`;

/**
 * Header of every delivery. Identifies deliveries that a relay between a webhook and a form has forwarded,
 * because relays often replace the user agent but keep other headers.
 */
export const HOP_HEADER = 'x-svc-hop';

/** Returns true if the request is a webhook delivery from this service, even if a relay has forwarded it. */
export function isFromWebhook(headers: Readonly<Record<string, string | undefined>>): boolean {
  const userAgent = headers['user-agent'] ?? '';
  return (
    headers[HOP_HEADER] !== undefined || userAgent.toLowerCase().startsWith(USER_AGENT_NAME.toLowerCase())
  );
}
