/** Timeouts of all calls to AWS. */
import { readIfGiven } from '../../environment.ts';

interface Limits {
  /** Total number of attempts, including the first. */
  readonly attempts: number;
  /** Timeout for connecting, if shorter than that of the request. */
  readonly connectMs?: number;
  /** Timeout of each attempt, from the request to the end of its response. */
  readonly requestMs: number;
}

const limits = {
  /**
   * Timeout of five seconds, so that the longest chain of calls of one request stays within the gateway's 30
   * s. It includes connecting. A separate connect timeout would make each call slower for little benefit.
   */
  dynamodb: { attempts: 3, requestMs: 1500 },
  sqs: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  /**
   * One attempt with a long timeout: if the response to a receive call is lost, its messages stay hidden
   * until their visibility timeout ends.
   */
  sqsReceipts: { attempts: 1, connectMs: 1000, requestMs: 10_000 },
  eventBridge: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  stepFunctions: { attempts: 3, connectMs: 1000, requestMs: 2000 },
  s3: { attempts: 3, connectMs: 1000, requestMs: 6000 },
  /** A call carries one file of a post, up to 50 MB at stages that accept large posts. */
  s3Files: { attempts: 3, connectMs: 1000, requestMs: 12_000 },
  cognito: { attempts: 3, connectMs: 1000, requestMs: 3000 },
  /**
   * One attempt: after a timeout, SES may have accepted the e-mail, and its client would send it again. The
   * caller knows whether a duplicate matters and decides whether to retry.
   */
  ses: { attempts: 1, connectMs: 2000, requestMs: 10_000 },
} as const satisfies Record<string, Limits>;

/** Returns the configuration of a service's SDK client. */
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
