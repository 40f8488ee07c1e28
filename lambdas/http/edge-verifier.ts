/** Verifies that a request came through the edge, using the secrets that the stack generated. */
import { Logger } from '@aws-lambda-powertools/logger';
import { readSecret, type ReadSecret, type Secret } from '../aws/secret.ts';
import { DAY, SECOND, type Clock } from '../core/clock.ts';
import { EDGE_SECRET_HEADER, isFromEdge } from '../core/web/edge.ts';
import { Unavailable } from '../core/errors/errors.ts';
import { readIfGiven } from '../environment.ts';

/**
 * Returns true if the edge forwarded a request with these headers.
 * @throws Unavailable if the secrets can't be read
 */
export type VerifyEdge = (headers: Readonly<Record<string, string | undefined>>) => Promise<boolean>;

/**
 * How long the previous secret stays valid after a rotation. The edge still sends it until CloudFront has
 * updated all of its locations.
 */
const PREVIOUS_VALID_FOR = DAY;
/**
 * Minimum time between attempts to read the secrets so that requests during an outage don't cause a flood of
 * calls to Secrets Manager.
 */
const RETRY_AFTER = SECOND;

interface Deps {
  readonly read: ReadSecret;
  readonly now: Clock;
  readonly report: (error: unknown) => void;
}

/**
 * Creates a verifier that reads the secrets once. A secret's value never changes, because a rotation creates
 * a new secret.
 * @param arns ARNs of the current secret, the next secret and, if there was a rotation, the previous secret
 */
export function edgeVerifier(arns: readonly string[], { read, now, report }: Deps): VerifyEdge {
  let secrets: Promise<readonly Secret[]> | undefined;
  let retryAt = -Infinity;
  const load = (): Promise<readonly Secret[]> =>
    (secrets ??= Promise.all(arns.map(read)).catch((cause: unknown) => {
      secrets = undefined;
      retryAt = now() + RETRY_AFTER;
      report(cause);
      throw new Unavailable(undefined, { cause });
    }));
  // Start reading the secrets while the function starts. If reading fails, the first request handles the
  // error.
  load().catch(() => undefined);
  return async (headers) => {
    if (headers[EDGE_SECRET_HEADER] === undefined) return false;
    if (now() < retryAt) throw new Unavailable();
    return isFromEdge(headers, validAt(await load(), now()));
  };
}

function validAt([sent, next, previous]: readonly Secret[], now: number): string[] {
  const isNew = next !== undefined && now < next.storedAt + PREVIOUS_VALID_FOR;
  return [sent, next, isNew ? previous : undefined].flatMap((secret) => secret?.value ?? []);
}

const logger = new Logger({ serviceName: 'svc-forms' });
const verifiers = new Map<string, VerifyEdge>();

/** Returns this stage's verifier. If the stage has no edge, the verifier always returns false. */
export function verifierOfStage(): VerifyEdge {
  const arns = readIfGiven('EDGE_SECRET_ARNS');
  if (arns === undefined) return () => Promise.resolve(false);
  const key = arns.join(' ');
  const verifier =
    verifiers.get(key) ??
    edgeVerifier(arns, {
      read: readSecret,
      now: Date.now,
      report: (error) => logger.error('Failed to read edge secrets', { error }),
    });
  verifiers.set(key, verifier);
  return verifier;
}
