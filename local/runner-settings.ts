/** The settings of `npm start`: flags, and variables of the environment. */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { RETRY_WAITS_SECONDS } from '../lambdas/core/retry-schedule.ts';
import { RunnerError, messageOf } from './runner-error.ts';

export interface RunnerSettings {
  /** 0: any free one. */
  readonly port: number;
  readonly folder: string;
  /** Whether the folder is emptied first. */
  readonly fresh: boolean;
  /** Whether the demo account of a first start is left without the demo data. */
  readonly empty: boolean;
  /** Whether each failed invocation shows on the console. */
  readonly verbose: boolean;
  readonly dynamodbEndpoint: string | undefined;
  /** Milliseconds between two looks for items that have expired. */
  readonly ttlSweepMilliseconds: number;
  /** How many invocations may run at once in the whole account. */
  readonly concurrency: number;
  /** The share of the functions' requests to DynamoDB that fail as they may on AWS, from 0 to 1. */
  readonly storeFaults: number | undefined;
  /** Where it is noted which permissions were granted and used. */
  readonly usageFolder: string | undefined;
  /** CDK context: the stage's settings under `svc:` names. */
  readonly context: Readonly<Record<string, unknown>>;
}

const numeric = z.coerce.number({ error: 'must be a number' });

const environment = z.object({
  PORT: numeric.int().min(0).max(65_535).default(8787),
  SVC_LOCAL_DIR: z.string().min(1).default('.local'),
  SVC_TIME_SCALE: numeric.positive().default(1),
  SVC_TTL_SECONDS: numeric.min(0.1).max(86_400).default(60),
  SVC_CONCURRENCY: numeric.int().min(1).max(100_000).default(1000),
  SVC_STORE_FAULTS: numeric.min(0).max(0.9).optional(),
  SVC_IAM_USAGE: z.string().optional(),
  DYNAMODB_ENDPOINT: z.url().optional(),
  SVC_SETTINGS: z
    .string()
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        context.addIssue(`must be JSON, as {"spamRetentionDays":7}: ${messageOf(error)}`);
        return z.NEVER;
      }
    })
    .pipe(
      z
        .record(z.string(), z.unknown())
        .refine(
          (given) => !('domain' in given) && !('edgeStack' in given),
          'must leave out "domain" and "edgeStack": the service is on this machine, and at no other address',
        ),
    ),
});

/**
 * Reads flags and environment.
 * @throws RunnerError with one line for each setting that is wrong.
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): RunnerSettings {
  const flags = readFlags(args);
  // An empty variable counts as one that is not set, as a shell's `PORT= npm start` means it.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new RunnerError(parsed.error.issues.map(describe).join('\n'));
  const { PORT, SVC_LOCAL_DIR, SVC_TIME_SCALE, SVC_TTL_SECONDS, SVC_SETTINGS, ...others } = parsed.data;
  const stage = {
    stage: 'local',
    allowHttpWebhooks: true,
    allowPrivateWebhookTargets: true,
    // Nothing is sent: every e-mail becomes a file.
    mailSender: 'Forms <forms@example.com>',
    // The runner plays the distribution and the streaming front.
    largePosts: true,
    // Here all invocations of a function share one thread: more at once are not faster, but their calls time out.
    deliverConcurrency: 30,
    // Both the ladder and the stored `next_attempt_at` come from this one setting.
    retryWaitsSeconds: RETRY_WAITS_SECONDS.map((seconds) => seconds / SVC_TIME_SCALE),
    ...SVC_SETTINGS,
  };
  return {
    ...flags,
    // npm keeps the flag of `npm start --fresh` (without `--`) to itself, and sets a variable.
    fresh: flags.fresh || env['npm_config_fresh'] === 'true',
    empty: flags.empty || env['npm_config_empty'] === 'true',
    port: PORT,
    folder: SVC_LOCAL_DIR,
    dynamodbEndpoint: others.DYNAMODB_ENDPOINT,
    concurrency: others.SVC_CONCURRENCY,
    storeFaults: others.SVC_STORE_FAULTS,
    usageFolder: others.SVC_IAM_USAGE,
    ttlSweepMilliseconds: SVC_TTL_SECONDS * 1000,
    context: Object.fromEntries(Object.entries(stage).map(([name, value]) => [`svc:${name}`, value])),
  };
}

function describe({ path, message }: z.core.$ZodIssue): string {
  return `a setting is wrong: ${path.join('.')}: ${message}`;
}

type Flags = Pick<RunnerSettings, 'fresh' | 'empty' | 'verbose'>;

function readFlags(args: readonly string[]): Flags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        fresh: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (cause) {
    throw new RunnerError(`${messageOf(cause)}; there are --fresh, --empty and --verbose`, { cause });
  }
}
