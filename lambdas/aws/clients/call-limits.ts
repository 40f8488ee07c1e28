/** How long calls to AWS may take: the one table of time-outs. */
import { readIfGiven } from '../../environment.ts';

interface Limits {
  /** Calls in all, the first one included. */
  readonly attempts: number;
  /** For the connection alone, where it may take less than the request. */
  readonly connectMs?: number;
  /** From the request to the end of its response, for each attempt. */
  readonly requestMs: number;
}

const limits = {
  /**
   * Five seconds at most: the longest chain of calls of one request so stays inside the gateway's 30 s. The time of the
   * request runs while it connects; a second clock for that would cost each call more than it is worth.
   */
  dynamodb: { attempts: 3, requestMs: 1500 },
  sqs: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  /** One attempt, and time: what a receipt has hidden whose response is lost comes back after its visibility timeout. */
  sqsReceipts: { attempts: 1, connectMs: 1000, requestMs: 10_000 },
  eventBridge: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  stepFunctions: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  s3: { attempts: 3, connectMs: 1000, requestMs: 6000 },
  /** A call carries a file of a post, of 50 MB where the stage takes large posts. */
  s3Files: { attempts: 3, connectMs: 1000, requestMs: 12_000 },
  cognito: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  /**
   * One attempt: after a time-out SES may have taken the e-mail, and its client would send it once more. The caller,
   * who knows what twice would mean, decides whether to try again.
   */
  ses: { attempts: 1, connectMs: 2000, requestMs: 10_000 },
} as const satisfies Record<string, Limits>;

/** The configuration of a service's SDK client. */
export function callLimits(service: keyof typeof limits) {
  const { attempts, connectMs, requestMs }: Limits = limits[service];
  const factor = readIfGiven('CALL_TIME_FACTOR') ?? 1;
  return {
    maxAttempts: attempts,
    requestHandler: {
      ...(connectMs !== undefined && { connectionTimeout: connectMs * factor }),
      requestTimeout: requestMs * factor,
      throwOnRequestTimeout: true,
    },
  };
}
