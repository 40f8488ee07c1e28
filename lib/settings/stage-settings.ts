/**
 * The settings of a stage. They come from CDK context under `svc:`, in `cdk.json` or on the command line
 * (`npx cdk deploy -c svc:stage=test -c svc:spamRetentionDays=7`), or from who uses the service as a construct.
 */
import type { Node } from 'constructs';
import * as z from 'zod';
import { mailboxOf } from '../../lambdas/emails/email-address.ts';
import { isIssuer } from '../../lambdas/sign-in/issuer-address.ts';
import { defaultPlans, plans } from '../../lambdas/accounts/plans.ts';
import { deploymentTypes } from './deployment-types.ts';
import { restoredData } from './restored-data.ts';
import { checkEdge, edgeSettings } from './edge-settings.ts';

const PREFIX = 'svc:';

const settings = z
  .strictObject({
    /** Names the stack; two stages live side by side in one account. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,20}$/, 'must be up to 21 of a-z, 0-9 and hyphens')
      .default('prod'),
    plans: plans.default(defaultPlans),
    /** Days that spam is kept. */
    spamRetentionDays: z.int().min(1).max(365).default(30),
    /** Part of an account's monthly quota that one address may use on one day, though never less than 60 submissions. */
    quotaShareOfOneAddress: z.number().positive().max(1).default(0.1),
    /**
     * Time for a webhook's endpoint to answer, from the DNS lookup to the last byte. Replays and test pings have to
     * fit into the gateway's 30 s with it.
     */
    webhookDeadlineSeconds: z.int().min(1).max(20).default(10),
    /** Where the tokens of bot challenges are verified; a test has a server of its own. */
    turnstileVerifyUrl: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    /** How many webhooks a form may have. */
    maxWebhooksPerForm: z.int().min(1).max(50).default(10),
    /** How many webhooks of all forms an account may have. */
    maxWebhooksPerAccount: z.int().min(1).max(50).default(10),
    /** Attempts that a delivery gets without anybody asking for more. */
    webhookMaxAttempts: z.int().min(1).max(6).default(5),
    /** Seconds before attempts 2, 3, …; the fifth is due only with six attempts. */
    retryWaitsSeconds: z.array(z.number().nonnegative()).length(5).default([1, 10, 60, 600, 3600]),
    /** Days of nothing but failures after which a webhook is disabled and its owner told; 0 for never. */
    disableFailingWebhooksAfterDays: z.number().nonnegative().max(365).default(5),
    /**
     * Whether the tables of webhooks and forms, with their secrets, are encrypted with a KMS key of this AWS account.
     */
    ownKeyForWebhooks: z.boolean().default(false),
    /** Minutes between two looks for deliveries that got stuck. */
    sweepMinutes: z.int().min(1).max(60).default(5),
    /** Whether webhooks may be `http:`. */
    allowHttpWebhooks: z.boolean().default(false),
    /** Whether webhooks may point into private networks and at this machine; for the local runner only. */
    allowPrivateWebhookTargets: z.boolean().default(false),
    /** Whom e-mails are from, `Forms <forms@example.com>`: verified in SES. Without one no e-mail is sent. */
    mailSender: z
      .string()
      .refine((text) => mailboxOf(text) !== undefined, 'must be an address, or "Name <address>"')
      .optional(),
    /**
     * ARNs of the SES identities that may be used; the sender's domain in this account and region when absent. While
     * SES keeps an account in its sandbox, recipients count as identities too and are needed here.
     */
    mailIdentityArns: z
      .array(
        z
          .string()
          .regex(/^arn:[\w-]+:ses:[\w-]+:\d{12}:identity\/[^*?]+$/, 'must be the ARN of an SES identity'),
      )
      .min(1)
      .optional(),
    /** Autoresponses that one form sends in a day (UTC). */
    autoresponsesPerFormAndDay: z.int().nonnegative().default(100),
    /** Whether people may sign in and have pages to work with; programs need neither. */
    console: z.boolean().default(true),
    /**
     * The OpenID Connect issuer at which people sign in, in place of a Cognito user pool of the stage: its address, and
     * the id of a public client with the redirect URI `<base url>/console/callback`. With `trustEmail` the e-mail address
     * of a person counts as verified when the issuer does not say whether it is, as Entra never does.
     */
    oidc: z
      .strictObject({
        issuer: z.string().refine(isIssuer, 'must be an https address without a query'),
        clientId: z.string().min(1).max(255),
        trustEmail: z.boolean().default(false),
      })
      .optional(),
    /**
     * The host on which people sign in to the Cognito user pool is `<prefix>.auth.<region>.amazoncognito.com`; no two
     * pools of a region may have the same. `svc-forms-<stage>-<account id>` when absent.
     */
    signInDomainPrefix: z
      .string()
      .regex(
        /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
        'must be up to 63 of a-z, 0-9 and hyphens, without "aws", "amazon" and "cognito"',
      )
      .optional(),
    /** Invocations of the function that sends e-mails at once; SES lets a new account send 14 a second. */
    emailConcurrency: z.int().min(2).max(1000).default(2),
    /**
     * Whether posts to forms may be larger than the gateway takes: a CloudFront distribution stands before the service
     * then, and a function that streams receives the posts.
     */
    largePosts: z.boolean().default(false),
    /** Megabytes (2^20 bytes) that a whole post may have with `largePosts`. */
    maxPostMegabytes: z.int().min(1).max(400).default(100),
    ...edgeSettings,
    /** Tags on everything that can have one, such as `{"team":"web"}`: for bills and for finding. */
    tags: z
      .record(
        z
          .string()
          .regex(
            /^(?!aws:)[\w .:/=+@-]{1,128}$/i,
            'must be up to 128 of a-z, 0-9 and _ . : / = + @ -, not aws:',
          ),
        z
          .string()
          .regex(/^[\w .:/=+@-]{0,256}$/, 'must be up to 256 of a-z, 0-9, blanks and _ . : / = + @ -'),
      )
      .refine((tags) => Object.keys(tags).length <= 40, 'must be at most 40 tags')
      .default({}),
    /** ARN of the managed policy beyond which no role of the stack may do anything. */
    permissionsBoundary: z
      .string()
      .regex(/^arn:[\w-]+:iam::(\d{12}|aws):policy\/[\w+=,.@/-]+$/, 'must be the ARN of a managed policy')
      .optional(),
    /** Requests a second that the API takes, and how many may come at once on top. */
    apiThrottle: z
      .strictObject({ rate: z.int().positive(), burst: z.int().positive() })
      .default({ rate: 500, burst: 1000 }),
    /** Who gets an e-mail when an alarm rings; AWS asks the address to confirm it. */
    alarmEmail: z.email('must be an e-mail address').optional(),
    /** A topic of SNS that is told when an alarm rings. Without it the stack has one of its own. */
    alarmTopicArn: z
      .string()
      .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]{1,256}$/, 'must be the ARN of a topic')
      .optional(),
    /** Where `docs/operations.md` can be read; alarms link to their sections there. */
    runbookUrl: z
      .string()
      .regex(/^[^\s#]{1,300}$/, 'must be an address without # and spaces')
      .default('docs/operations.md'),
    /**
     * Whether what happens is put on an EventBridge bus of the stack: accepted submissions, ended deliveries, bounced
     * e-mails, changes of forms.
     */
    eventBus: z.boolean().default(false),
    /**
     * How new code of the function that takes posts to forms gets its requests, a part of them first; all at once when
     * absent. It goes back to the old code when the alarms on failing posts ring meanwhile.
     */
    gradualDeployment: z
      .strictObject({
        type: z.enum(deploymentTypes, `must be one of ${deploymentTypes.join(', ')}`),
      })
      .optional(),
    /**
     * Posts to a form of the service's own every few minutes, awaits its webhook and rings when none comes; not done when
     * absent.
     */
    canary: z.strictObject({ everyMinutes: z.int().min(1).max(60).default(5) }).optional(),
    /** Whether functions and retry ladders send traces to X-Ray. */
    tracing: z.boolean().default(false),
    /** Days that the functions' logs are kept. */
    logRetentionDays: z
      .literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365], {
        error: 'must be 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365',
      })
      .default(30),
    /** Whether tables and files are deleted with the stack, old versions of files included. */
    deleteDataWithStack: z.boolean().default(false),
    /** Days that S3's log of who read and wrote what in the buckets is kept; none is written when absent. */
    bucketAccessLogDays: z.int().min(1).max(3650).optional(),
    /**
     * Daily copies of tables and files by AWS Backup: the days for which each is kept, and the vault in which they are,
     * one that is there already; one of the stack's own when absent.
     */
    backup: z
      .strictObject({
        retentionDays: z.int().min(1).max(3650).default(35),
        vault: z
          .string()
          .regex(/^[\w-]{2,50}$/, 'must be the name of a backup vault')
          .optional(),
      })
      .optional(),
    /** Restored tables and buckets that the stack uses in place of its own. */
    restore: restoredData,
    /**
     * Invocations of the function that takes posts to forms which Lambda keeps free for it, and the most that run; no
     * limit of its own, and nothing kept, when absent.
     */
    ingestReservedConcurrency: z.int().min(1).max(10_000).optional(),
    /** Invocations of the deliver function at once; each sends ten webhooks at a time, and up to forty while one is slow. */
    deliverConcurrency: z.int().min(2).max(1000).default(50),
    /** The same for endpoints that took more than two seconds lately. */
    slowDeliverConcurrency: z.int().min(2).max(1000).default(10),
  })
  .check(checkEdge);
export type StageSettings = z.output<typeof settings>;

/** The settings of a stage as they are given, all but its name: what is absent has its default. */
export type FormServiceSettings = Omit<z.input<typeof settings>, 'stage'>;

/** The settings do not describe a stage. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting' as const;
}

/**
 * The stage's settings, with a default for everything that is not set.
 * @throws WrongSetting naming each setting that is unknown or wrong, and what it should be
 */
export function stageSettings(node: Node): StageSettings {
  const context = z.record(z.string(), z.unknown()).parse(node.getAllContext());
  const given = Object.entries(context)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => [name.slice(PREFIX.length), fromCommandLine(value)]);
  return parsed(Object.fromEntries(given), (setting) => `"${PREFIX}${setting}"`);
}

/**
 * The settings of a stage that code gives.
 * @param stage its name; what the settings say, or `prod`, when absent
 * @throws WrongSetting naming each setting that is unknown or wrong, and what it should be
 */
export function checkedSettings(stage: string | undefined, given: FormServiceSettings): StageSettings {
  return parsed({ ...given, ...(stage !== undefined && { stage }) }, (setting) => `"${setting}"`);
}

function parsed(given: unknown, named: (setting: string) => string): StageSettings {
  const result = settings.safeParse(given);
  if (result.success) return result.data;
  throw new WrongSetting(result.error.issues.map((issue) => describe(issue, named)).join('\n'));
}

/** `-c` gives text only: what reads as JSON is meant as JSON. */
function fromCommandLine(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function describe(issue: z.core.$ZodIssue, named: (setting: string) => string): string {
  if (issue.code === 'unrecognized_keys') return `There is no setting ${issue.keys.map(named).join(', ')}.`;
  return `The setting ${named(issue.path.join('.'))} is wrong: ${issue.message}`;
}
