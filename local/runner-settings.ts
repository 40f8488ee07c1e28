/** Reads the settings of `npm start` from options and environment variables. */
import * as z from 'zod';
import { checkPlainly, pathText, type PlainIssue } from '../lambdas/core/errors/plain-issues.ts';
import { PROBE_TIMES_SECONDS, RETRY_WAITS_SECONDS } from '../lambdas/core/retry-schedule.ts';
import { RunnerError, messageOf } from './runner-error.ts';
import { readOptions, type RunnerOptions } from './runner-options.ts';
import { inCheckout, type Wording } from './start-command.ts';

export interface RunnerSettings extends RunnerOptions {
  /** Port to listen on. 0 means any free port. */
  readonly port: number;
  readonly folder: string;
  readonly dynamodbEndpoint: string | undefined;
  /** Longest batching window of the event sources, in seconds. */
  readonly batchingSeconds: number;
  /** Interval for deleting expired items, in milliseconds. */
  readonly ttlSweepMilliseconds: number;
  /** Maximum number of concurrent invocations in the account. */
  readonly concurrency: number;
  /** Divisor for the delays between webhook attempts and for the lifetimes of agents' subscriptions. */
  readonly timeScale: number;
  /** Fraction of the functions' DynamoDB requests that fail with a simulated error, from 0 to 1. */
  readonly storeFaults: number | undefined;
  /** Folder for recording granted and used permissions. */
  readonly usageFolder: string | undefined;
  /** CDK context with the stage's settings, prefixed with `svc:`. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Folder for all data if `SVC_LOCAL_DIR` isn't set. */
export const DEFAULT_FOLDER = '.local';

const numeric = z.coerce.number();

const environment = z.object({
  PORT: numeric.int().min(0).max(65_535).default(8787),
  SVC_LOCAL_DIR: z.string().min(1).default(DEFAULT_FOLDER),
  SVC_TIME_SCALE: numeric.positive().default(1),
  SVC_BATCHING_SECONDS: numeric.min(0).max(300).default(1),
  SVC_TTL_SECONDS: numeric.min(0.1).max(86_400).default(60),
  SVC_CONCURRENCY: numeric.int().min(1).max(100_000).default(1000),
  SVC_STORE_FAULTS: numeric.min(0).max(0.9).optional(),
  SVC_IAM_USAGE: z.string().optional(),
  DYNAMODB_ENDPOINT: z.url('must be a URL, for example http://localhost:8000').optional(),
  SVC_SETTINGS: z
    .string()
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        context.addIssue(`must be JSON, for example {"spamRetentionDays":7}: ${messageOf(error)}`);
        return z.NEVER;
      }
    })
    .pipe(
      z
        .record(z.string(), z.unknown())
        .refine(
          (given) => !('domain' in given) && !('edgeStack' in given),
          'must not contain "domain" or "edgeStack", because the service runs only on this machine',
        ),
    ),
});

/**
 * Reads options and environment variables.
 * @throws RunnerError with one line for each invalid setting
 */
export function readSettings(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  wording: Wording = inCheckout,
): RunnerSettings {
  const options = readOptions(args, wording);
  // Treats empty variables as unset, as in `PORT= npm start`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = checkPlainly(environment, given);
  if (!parsed.success) throw new RunnerError(parsed.issues.map(describe).join('\n'));
  const { PORT, SVC_LOCAL_DIR, SVC_TIME_SCALE, SVC_TTL_SECONDS, SVC_SETTINGS, ...others } = parsed.data;
  const stage = {
    stage: 'local',
    allowHttpWebhooks: true,
    allowPrivateWebhookTargets: true,
    // Use any address, because local e-mails are written to files and never sent.
    mailSender: 'Forms <forms@example.com>',
    // Set an address, because synthesis would otherwise print a warning. Alarms never go off locally.
    alarmEmail: 'ops@example.com',
    // Enable large posts, which work locally because the runner emulates the distribution and the streaming
    // function.
    largePosts: true,
    // Limit concurrency, because all of a function's local invocations share one thread. Higher concurrency
    // would cause timeouts without making anything faster.
    deliverConcurrency: 30,
    // Use short delays between webhook retries. This also affects the `next_attempt_at` that is stored with
    // each delivery.
    retryWaitsSeconds: RETRY_WAITS_SECONDS.map((seconds) => seconds / SVC_TIME_SCALE),
    probeTimesSeconds: PROBE_TIMES_SECONDS.map((seconds) => seconds / SVC_TIME_SCALE),
    ...SVC_SETTINGS,
  };
  return {
    ...options,
    // With `npm start --fresh` (without `--`), npm sets a variable instead of passing the option on.
    fresh: options.fresh || env['npm_config_fresh'] === 'true',
    empty: options.empty || env['npm_config_empty'] === 'true',
    watch: options.watch || env['npm_config_watch'] === 'true',
    port: PORT,
    folder: SVC_LOCAL_DIR,
    dynamodbEndpoint: others.DYNAMODB_ENDPOINT,
    concurrency: others.SVC_CONCURRENCY,
    timeScale: SVC_TIME_SCALE,
    batchingSeconds: others.SVC_BATCHING_SECONDS,
    storeFaults: others.SVC_STORE_FAULTS,
    usageFolder: others.SVC_IAM_USAGE,
    ttlSweepMilliseconds: SVC_TTL_SECONDS * 1000,
    context: Object.fromEntries(Object.entries(stage).map(([name, value]) => [`svc:${name}`, value])),
  };
}

function describe({ path, message }: PlainIssue): string {
  return `invalid setting: ${pathText(path)}: ${message}`;
}
