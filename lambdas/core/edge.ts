/**
 * What a request says of the edge that it came through (CloudFront). An edge proves itself by a secret that it adds to
 * every request; nothing else that a client can send decides whom a request is from
 * (docs/decisions/0034-large-posts-through-a-streaming-front.md).
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Set by the edge, over whatever the client sent under this name. */
export const EDGE_SECRET_HEADER = 'svc-edge-secret';

/** Set by the edge likewise: by which of its names the client called it. `Host` names the origin that it calls itself. */
export const EDGE_HOST_HEADER = 'x-forwarded-host';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether the edge sent the request on.
 * @param secrets those that count: two while one takes the other's place
 */
export function cameThroughEdge(headers: Headers, secrets: readonly string[]): boolean {
  const sent = headers[EDGE_SECRET_HEADER];
  if (sent === undefined) return false;
  const digest = sha256(sent);
  // Compares with each of them, so that the time tells nothing.
  return secrets.map((secret) => timingSafeEqual(sha256(secret), digest)).includes(true);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The address of the client. Each hop adds the address that it was called from to the end of `X-Forwarded-For`: the edge
 * adds the client's, and the gateway after it the edge's. What stands before these came from the client. The last one
 * is left out only when it is the edge's: a gateway that added nothing would not make a client's own text count.
 * @param connecting the address that the service itself was called from
 * @param throughEdge what `cameThroughEdge` says
 */
export function clientAddress(headers: Headers, connecting: string, throughEdge: boolean): string {
  if (!throughEdge) return connecting;
  const addresses = (headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim());
  if (addresses.at(-1) === connecting) addresses.pop();
  return addresses.at(-1) || connecting;
}
