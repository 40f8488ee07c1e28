/** Sets timeouts and retries for all AWS calls. */
import { readIfGiven } from '../../environment.ts';

interface Limits {
  /** Total number of attempts, including the first. */
  readonly attempts: number;
  /** Connect timeout in milliseconds, if it should be shorter than the request timeout. */
  readonly connectMs?: number;
  /** Timeout of each attempt in milliseconds, from the start of the request to the end of the response. */
  readonly requestMs: number;
}

const limits = {
  /**
   * Calls take at most five seconds in total, including connecting, so that the longest chain of calls in a
   * request stays within the API gateway's timeout of 30 s. A separate connect timeout would slow down each
   * call for little benefit.
   */
  dynamodb: { attempts: 3, requestMs: 1500 },
  sqs: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  /**
   * Makes a single attempt with a long timeout. If the response to a receive call is lost, the messages in the
   * response stay invisible until their visibility timeout ends.
   */
  sqsReceipts: { attempts: 1, connectMs: 1000, requestMs: 10_000 },
  eventBridge: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  stepFunctions: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  s3: { attempts: 3, connectMs: 1000, requestMs: 6000 },
  /**
   * Uses a long timeout, because each call transfers a submitted file of up to 50 MB (in stages that accept
   * large requests).
   */
  s3Files: { attempts: 3, connectMs: 1000, requestMs: 12_000 },
  /**
   * Uses short timeouts, because functions read secrets during a cold start, and each attempt delays the first
   * response.
   */
  secrets: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  lambda: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  cognito: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  /**
   * Makes a single attempt. After a timeout, SES might already have accepted the e-mail, and a retry would
   * send it again. The caller decides whether to retry, because it knows whether duplicates matter.
   */
  ses: { attempts: 1, connectMs: 2000, requestMs: 10_000 },
} as const satisfies Record<string, Limits>;

/** Returns the SDK client configuration for a service. */
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
