/**
 * Defines the stage settings. Set them in `svc.json`, as CDK context with the `svc:` prefix
 * (`npx cdk deploy -c svc:stage=test -c svc:spamRetentionDays=7`), or as properties of the construct.
 */
import type { Node } from 'constructs';
import * as z from 'zod';
import { PROBE_TIMES_SECONDS, RETRY_WAITS_SECONDS } from '../../lambdas/core/retry-schedule.ts';
import { checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import { defaultPlans, plans } from '../../lambdas/accounts/plans.ts';
import { alarmSettings, canaryOf, checkAlarms } from './alarm-settings.ts';
import { deploymentTypes } from './deployment-types.ts';
import { oidcSettings } from './oidc-settings.ts';
import { checkOwner, ownerEmail } from './owner-setting.ts';
import { restoredData } from './restored-data.ts';
import { checkEdge, edgeSettings } from './edge-settings.ts';
import { describeSetting, WrongSetting } from './setting-issues.ts';
import { settingExamples } from './setting-examples.ts';
import { settingsInContext, withFile } from './settings-in-context.ts';
import type { SettingsFile } from './settings-file.ts';
import { checkSignInPrefix, signInDomainPrefix } from './sign-in-prefix.ts';

export { WrongSetting };

const settings = z
  .strictObject({
    /**
     * Name of the stage, which is part of the stack's name. An account can contain several stages with
     * different names.
     */
    stage: z
      .string()
      .regex(
        /^[a-z][a-z0-9-]{0,20}$/,
        'must be at most 21 characters (a-z, 0-9 and hyphens) and start with a letter',
      )
      .default('prod'),
    plans: plans.default(defaultPlans),
    /** Days before spam is deleted. */
    spamRetentionDays: z.int().min(1).max(365).default(30),
    /**
     * Fraction of an account's monthly quota that one IP address may use per day. At least 60 submissions are
     * always allowed.
     */
    quotaShareOfOneAddress: z.number().positive().max(1).default(0.1),
    /**
     * Timeout for a webhook request in seconds, from the DNS lookup to the last byte of the response. The
     * maximum is 20, because replays and test pings must finish within API Gateway's limit of 30 s.
     */
    webhookDeadlineSeconds: z.int().min(1).max(20).default(10),
    /** URL for verifying bot challenge tokens. Tests set this to a server of their own. */
    turnstileVerifyUrl: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    /** Maximum number of webhooks per form. */
    maxWebhooksPerForm: z.int().min(1).max(50).default(10),
    /** Maximum number of account webhooks, which receive submissions from all forms. */
    maxWebhooksPerAccount: z.int().min(1).max(50).default(10),
    /** Maximum number of automatic delivery attempts, including the first. */
    webhookMaxAttempts: z.int().min(1).max(6).default(5),
    /** Seconds to wait before attempts 2 to 6 (`lambdas/core/retry-schedule.ts`). */
    retryWaitsSeconds: z
      .array(z.number().nonnegative())
      .length(
        RETRY_WAITS_SECONDS.length,
        'must be a list of five numbers, for example [1, 10, 60, 600, 3600]',
      )
      .default([...RETRY_WAITS_SECONDS]),
    /**
     * Seconds after which a failing webhook with `auto_recover` is probed. The last value is also the
     * interval between later probes (`lambdas/core/retry-schedule.ts`).
     */
    probeTimesSeconds: z
      .array(z.number().positive())
      .min(1, 'must be a list of numbers, for example [900, 1800, 3600, 7200, 14400]')
      .default([...PROBE_TIMES_SECONDS]),
    /**
     * Number of days for which all of a webhook's deliveries must fail before the webhook is disabled. 0
     * means never.
     */
    disableFailingWebhooksAfterDays: z.number().nonnegative().max(365).default(5),
    /** Encrypts the webhook and form tables, which contain secrets, with a customer managed KMS key. */
    ownKeyForWebhooks: z.boolean().default(false),
    /** Minutes between runs of the sweeper, which restarts stuck deliveries. */
    sweepMinutes: z.int().min(1).max(60).default(5),
    /** Allows webhook URLs that start with `http:`. */
    allowHttpWebhooks: z.boolean().default(false),
    /** Allows webhooks to private networks and loopback addresses. Only for the local service. */
    allowPrivateWebhookTargets: z.boolean().default(false),
    /**
     * Sender of all e-mails, verified in SES, for example `Forms <forms@example.com>`. If absent, no e-mails
     * are sent.
     */
    mailSender: z
      .string()
      .refine(
        (text) => mailboxOf(text) !== undefined,
        'must be an e-mail address, or "Name <forms@example.com>"',
      )
      .optional(),
    /**
     * ARNs of the SES identities to send with. Defaults to the sender's domain in this account and region. In
     * the SES sandbox, also list the recipients' identities.
     */
    mailIdentityArns: z
      .array(
        z
          .string()
          .regex(/^arn:[\w-]+:ses:[\w-]+:\d{12}:identity\/[^*?]+$/, 'must be the ARN of an SES identity'),
      )
      .min(1)
      .optional(),
    /** Maximum number of autoresponses per form per day (UTC). */
    autoresponsesPerFormAndDay: z.int().nonnegative().default(100),
    /**
     * Maximum number of recipient confirmation e-mails that an account can send per clock hour and per day
     * (UTC).
     */
    confirmationsPerHour: z.int().positive().default(10),
    confirmationsPerDay: z.int().positive().default(50),
    /** Enables the console. API clients don't need it. */
    console: z.boolean().default(true),
    oidc: oidcSettings.optional(),
    ownerEmail,
    /**
     * Prefix of the Cognito domain `<prefix>.auth.<region>.amazoncognito.com`, which must be unique in its
     * region. Defaults to `svc-forms-<stage>-<account id>`.
     */
    signInDomainPrefix: signInDomainPrefix.optional(),
    /**
     * Maximum concurrency of the function that sends e-mails. The default is low, because SES only allows new
     * accounts to send 14 e-mails per second.
     */
    emailConcurrency: z.int().min(2).max(1000).default(2),
    /**
     * Accepts form submissions that are too large for API Gateway. Adds a CloudFront distribution and a
     * function that receives submissions as streams.
     */
    largePosts: z.boolean().default(false),
    /** Maximum size of a form submission with `largePosts`, in mebibytes. */
    maxPostMegabytes: z.int().min(1).max(400).default(100),
    ...edgeSettings,
    /** Tags for all resources, for example `{"team":"web"}`. */
    tags: z
      .record(
        z
          .string()
          .regex(
            /^(?!aws:)[\w .:/=+@-]{1,128}$/i,
            'must be at most 128 characters (letters, digits and _ . : / = + @ -) and must not start with aws:',
          ),
        z
          .string()
          .regex(
            /^[\w .:/=+@-]{0,256}$/,
            'must be at most 256 characters (letters, digits, spaces and _ . : / = + @ -)',
          ),
      )
      .refine((tags) => Object.keys(tags).length <= 40, 'must be at most 40 tags')
      .default({}),
    /** ARN of the managed policy to use as the permissions boundary of all roles. */
    permissionsBoundary: z
      .string()
      .regex(/^arn:[\w-]+:iam::(\d{12}|aws):policy\/[\w+=,.@/-]+$/, 'must be the ARN of a managed policy')
      .optional(),
    /** Throttling limits of the API: requests per second and burst size. */
    apiThrottle: z
      .strictObject({ rate: z.int().positive(), burst: z.int().positive() })
      .default({ rate: 500, burst: 1000 }),
    /**
     * Options of the `Strict-Transport-Security` header, which always covers this host for one year. The
     * options set whether the header includes subdomains and whether browsers may preload it. Browsers
     * remember both options for a long time, so make sure that all subdomains use https.
     */
    hsts: z
      .strictObject({ includeSubDomains: z.boolean().default(false), preload: z.boolean().default(false) })
      .refine(
        ({ includeSubDomains, preload }) => includeSubDomains || !preload,
        'must have "includeSubDomains" with "preload", because browsers only preload whole domains',
      )
      .optional(),
    ...alarmSettings,
    /**
     * Publishes events to an EventBridge event bus in the stack: accepted submissions, finished deliveries,
     * bounced e-mails and form changes.
     */
    eventBus: z.boolean().default(false),
    /**
     * Gradually shifts requests to new versions of the function that receives form submissions. If absent,
     * all requests shift to the new version immediately. If an alarm on failing requests or submissions is
     * triggered, the deployment is rolled back.
     */
    gradualDeployment: z
      .strictObject({
        type: z.enum(deploymentTypes, `must be one of ${deploymentTypes.join(', ')}`),
      })
      .optional(),
    /** Sends X-Ray traces from the functions and the retry state machine. */
    tracing: z.boolean().default(false),
    /** Log retention in days. */
    logRetentionDays: z
      .literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365], {
        error: 'must be 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365',
      })
      .default(30),
    /** Deletes tables, files and old file versions together with the stack. */
    deleteDataWithStack: z.boolean().default(false),
    /** Retention of S3 server access logs, in days. If absent, access logs are disabled. */
    bucketAccessLogDays: z.int().min(1).max(3650).optional(),
    /**
     * Daily backups of tables and files with AWS Backup: the retention in days and the name of an existing
     * vault. If `vault` is absent, the stack creates one.
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
    /** Restored tables and buckets to use instead of the stack's own. */
    restore: restoredData,
    /**
     * Reserved concurrency of the function that receives form submissions. If absent, no concurrency is
     * reserved.
     */
    ingestReservedConcurrency: z.int().min(1).max(10_000).optional(),
    /**
     * Maximum concurrency of the deliver function. Each invocation sends 10 webhooks in parallel, or up to 40
     * if one of them is slow.
     */
    deliverConcurrency: z.int().min(2).max(1000).default(50),
    /**
     * Maximum concurrency of the deliver function for slow endpoints, which are endpoints that recently took
     * more than two seconds to respond.
     */
    slowDeliverConcurrency: z.int().min(2).max(1000).default(10),
  })
  .check(checkEdge, checkSignInPrefix, checkAlarms, checkOwner)
  .transform((given) => ({ ...given, canary: canaryOf(given) }));
export type StageSettings = z.output<typeof settings>;

/** Stage settings as input, without the stage's name. All settings are optional. */
export type FormServiceSettings = Omit<z.input<typeof settings>, 'stage'>;

/** A valid example of each setting. The type requires an example for every setting. */
const examples: Readonly<Record<Exclude<keyof z.input<typeof settings>, 'edgeSecrets'>, unknown>> =
  settingExamples;

/**
 * Reads the settings from CDK context and `svc.json` and fills in defaults. Context takes precedence.
 * @throws WrongSetting that names each unknown or invalid setting
 */
export function stageSettings(node: Node, file?: SettingsFile): StageSettings {
  return settingsOf(settingsInContext(node.getAllContext()), file);
}

/**
 * Validates settings from context together with those of their stage in `svc.json`.
 * @param given settings without the `svc:` prefix
 * @throws WrongSetting that names each unknown or invalid setting
 */
export function settingsOf(given: Readonly<Record<string, unknown>>, file?: SettingsFile): StageSettings {
  const { values, named } = withFile(given, file);
  return parsed(values, named);
}

/**
 * Validates settings passed in code and fills in defaults.
 * @param stage the stage's name; defaults to the name in `given`, then to `prod`
 * @throws WrongSetting that names each unknown or invalid setting
 */
export function checkedSettings(stage: string | undefined, given: FormServiceSettings): StageSettings {
  return parsed({ ...given, ...(stage !== undefined && { stage }) }, (setting) => setting);
}

function parsed(given: unknown, named: (setting: string) => string): StageSettings {
  const checked = checkPlainly(settings, given);
  if (checked.success) return checked.data;
  const lines = checked.issues.map((issue) => describeSetting(issue, { given, named, examples }));
  throw new WrongSetting(lines.join('\n'));
}
