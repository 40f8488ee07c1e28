/**
 * Tells whether a request came through the edge (CloudFront). The edge proves itself with a secret that it
 * adds to every request. Nothing else that a client can send affects which address a request is attributed to
 * (docs/decisions/0034-large-posts-through-a-streaming-front.md).
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Set by the edge, which overwrites any value from the client. */
export const EDGE_SECRET_HEADER = 'svc-edge-secret';

/** Also set by the edge: the host name that the client used. `Host` contains the origin's own name. */
export const EDGE_HOST_HEADER = 'x-forwarded-host';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Checks whether the edge forwarded the request.
 * @param secrets currently valid secrets; two during a rotation
 */
export function isFromEdge(headers: Headers, secrets: readonly string[]): boolean {
  const sent = headers[EDGE_SECRET_HEADER];
  if (sent === undefined) return false;
  const digest = sha256(sent);
  // Compares all secrets so that the duration reveals nothing.
  return secrets.map((secret) => timingSafeEqual(sha256(secret), digest)).includes(true);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns the client's address. Each hop appends the address of its caller to `X-Forwarded-For`: the edge
 * appends the client's, and the gateway then appends the edge's. Anything before these was sent by the client
 * and can't be trusted. We only skip the last address if it is the edge's; otherwise a gateway that appends
 * nothing would let clients choose their own address.
 * @param connecting the address that connected to the service
 * @param throughEdge result of `isFromEdge`
 */
export function clientAddress(headers: Headers, connecting: string, throughEdge: boolean): string {
  if (!throughEdge) return connecting;
  const addresses = (headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim());
  if (addresses.at(-1) === connecting) addresses.pop();
  return addresses.at(-1) || connecting;
}
