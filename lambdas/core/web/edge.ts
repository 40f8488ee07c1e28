/**
 * Checks whether a request came through the edge (CloudFront). The edge adds a secret to every request. We
 * trust the client address in a request only if this secret is correct
 * (docs/decisions/0034-large-posts-through-a-streaming-front.md).
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The edge sets this header and overwrites any value from the client. */
export const EDGE_SECRET_HEADER = 'svc-edge-secret';

/**
 * The edge sets this header to the host name that the client used, because `Host` contains the origin's host
 * name.
 */
export const EDGE_HOST_HEADER = 'x-forwarded-host';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Returns true if the edge forwarded the request.
 * @param secrets currently valid secrets; two during a rotation
 */
export function isFromEdge(headers: Headers, secrets: readonly string[]): boolean {
  const sent = headers[EDGE_SECRET_HEADER];
  if (sent === undefined) return false;
  const digest = sha256(sent);
  // Compare all secrets so that the duration doesn't reveal which one matches.
  return secrets.map((secret) => timingSafeEqual(sha256(secret), digest)).includes(true);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns the client's address. Each hop appends its caller's address to `X-Forwarded-For`: the edge appends the
 * client's address, and the gateway then appends the edge's. Clients can put arbitrary addresses before these
 * two, so we ignore all others. We only skip the last address if it belongs to the edge. Otherwise, clients
 * could spoof their address behind a gateway that appends nothing.
 * @param connecting the address that connected to the service
 * @param throughEdge result of `isFromEdge`
 */
export function clientAddress(headers: Headers, connecting: string, throughEdge: boolean): string {
  if (!throughEdge) return connecting;
  const addresses = (headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim());
  if (addresses.at(-1) === connecting) addresses.pop();
  return addresses.at(-1) || connecting;
}
