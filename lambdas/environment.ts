/**
 * Defines the environment variables of all functions. The CDK stack and the functions only use these names,
 * and each function only gets the variables that it needs.
 */
import * as z from 'zod';

const name = z.string().min(1);
const number = z.string().transform(Number).pipe(z.number());
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const json = z.string().transform((text): unknown => JSON.parse(text));

const variables = {
  ACCESS_TOKENS_TABLE: name,
  ACCOUNT_KEYS_TABLE: name,
  ACCOUNTS_TABLE: name,
  API_KEYS_TABLE: name,
  ATTACHMENTS_BUCKET: name,
  /**
   * Endpoints for reading secrets. Set only by the local runner. On AWS, the SDK derives the endpoints from the
   * region.
   */
  AWS_ENDPOINT_URL_SECRETS_MANAGER: name,
  AWS_ENDPOINT_URL_SSM: name,
  /** Host and port that a web function listens on. Set by the platform. */
  AWS_LAMBDA_HTTP_ENDPOINT: name,
  AUDIT_EVENTS_TABLE: name,
  AUTHORIZATION_CODES_TABLE: name,
  CONNECTIONS_TABLE: name,
  ERASURES_QUEUE_URL: name,
  EXPORTS_BUCKET: name,
  /** Origin that browsers are redirected to for large exports, without a trailing slash. */
  EXPORTS_ORIGIN: name,
  DATA_REQUESTS_QUEUE_URL: name,
  DELETED_SUBMISSIONS_QUEUE_URL: name,
  /** Origin that browsers are redirected to for attachments, without a trailing slash. */
  FILES_ORIGIN: name,
  FORMS_TABLE: name,
  FORM_JOBS_QUEUE_URL: name,
  FORM_JOBS_TABLE: name,
  FORM_SLUGS_TABLE: name,
  /** Name of the table that contains the e-mail log. */
  EMAILS_TABLE: name,
  IDENTITIES_TABLE: name,
  INVITATIONS_TABLE: name,
  MEMBERS_TABLE: name,
  OAUTH_CLIENTS_TABLE: name,
  RECIPIENTS_TABLE: name,
  /** Name of the table that contains replies and reply templates. */
  REPLIES_TABLE: name,
  RECOVERIES_QUEUE_URL: name,
  RECOVERIES_TABLE: name,
  SESSIONS_TABLE: name,
  SUBMISSIONS_TABLE: name,
  WEBHOOKS_TABLE: name,
  DELIVERIES_TABLE: name,
  COUNTERS_TABLE: name,
  IDEMPOTENCY_TABLE: name,
  UPLOADS_TABLE: name,
  DELIVERIES_QUEUE_URL: name,
  DELIVERIES_DEAD_LETTERS_URL: name,
  /** True if the stage has a console. */
  CONSOLE_ENABLED: flag,
  /** Queue for deliveries to slow endpoints. */
  SLOW_DELIVERIES_QUEUE_URL: name,
  SLOW_DELIVERIES_DEAD_LETTERS_URL: name,
  /** Queue for e-mail jobs; absent if the stage has no mail sender. */
  EMAILS_QUEUE_URL: name,
  /** Bucket for stream records that fan-out could not process. */
  FAILED_SUBMISSIONS_BUCKET: name,
  /** Buckets for stream records that functions could not process, by type of record, as a JSON object. */
  FAILED_RECORDS_BUCKETS: json.pipe(z.record(z.string(), z.string())),
  /**
   * Names of all dead-letter queues, as a JSON list. Contains names instead of URLs to keep the environment
   * variables small.
   */
  DEAD_LETTER_QUEUES: json.pipe(z.array(z.string())),
  /**
   * Age in seconds from which a function reports a batch as late. Absent if a CloudWatch alarm monitors the age
   * instead.
   */
  LATE_AFTER_SECONDS: number,
  /** Event source mappings of all streams, as a JSON list of pairs of function name and id. */
  STREAM_MAPPINGS: json.pipe(z.array(z.tuple([z.string(), z.string()]))),
  /** CloudWatch namespace for the functions' custom metrics. */
  METRICS_NAMESPACE: name,
  RETRY_LADDER_ARN: name,
  /** Base URL of the service, without a trailing slash. */
  BASE_URL: name,
  /**
   * Space-separated ARNs of the secrets that identify the edge: the current one, the next one and, after a
   * rotation, the previous one. Absent if the stage has no edge.
   */
  EDGE_SECRET_ARNS: z.string().transform((text) => text.split(' ')),
  /** True if requests that bypass the edge get a 404. */
  EDGE_ONLY: flag,
  /** Maximum size of a request to the streaming function, in bytes. */
  MAX_POST_BYTES: number,
  /** Maximum disk space for request bodies in the streaming function, in bytes. */
  POST_DISK_BYTES: number,
  /** The stage's plans as JSON. */
  PLANS: json,
  SERVICE_VERSION: name,
  /**
   * Factor that multiplies the timeouts of AWS calls. The local runner sets it, because its emulators share
   * one machine.
   */
  CALL_TIME_FACTOR: number,
  /** Divides the lifetimes of agents' subscriptions by this number. Set only by the local runner. */
  TIME_SCALE: number,
  /** Sender of all e-mails, for example `Forms <forms@example.com>`. */
  MAIL_SENDER: name,
  /** SES configuration set for all e-mails, which publishes their events to the service. */
  MAIL_CONFIGURATION_SET: name,
  /** Name of the stage's EventBridge bus. */
  EVENT_BUS: name,
  /** True if the stage has an event bus; absent otherwise. */
  HAS_EVENT_BUS: flag,
  /** Queue for submission events for the event bus; absent if the stage has no event bus. */
  SUBMISSION_EVENTS_QUEUE_URL: name,
  /** Queue for SES events. */
  EMAIL_EVENTS_QUEUE_URL: name,
  AUTORESPONSES_PER_FORM_AND_DAY: number,
  CONFIRMATIONS_PER_DAY: number,
  CONFIRMATIONS_PER_HOUR: number,
  /** True if the stage has a mail sender. */
  EMAIL_ENABLED: flag,
  /**
   * OpenID Connect issuer for sign-in and the client id that it assigned to the service; absent if there is
   * no issuer.
   */
  OIDC_ISSUER: name,
  OIDC_CLIENT_ID: name,
  /** ARN of the client secret; absent if the client is public. */
  OIDC_CLIENT_SECRET_ARN: name,
  /** True if e-mail addresses count as verified when the issuer doesn't specify it. */
  OIDC_TRUST_EMAIL: flag,
  /** The stage's own user pool; absent if another issuer is used. */
  USER_POOL_ID: name,
  /** Value of the `Strict-Transport-Security` header. If absent, the default value is used. */
  STRICT_TRANSPORT_SECURITY: name,
  SPAM_RETENTION_DAYS: number,
  /** Number of days until log lines are deleted. */
  LOG_RETENTION_DAYS: number,
  /** Number of days until AWS Backup deletes a daily backup; absent if the stage has no daily backups. */
  BACKUP_RETENTION_DAYS: number,
  /** Fraction of an account's monthly quota that a single IP address may use per day. */
  QUOTA_SHARE_OF_ONE_ADDRESS: number,
  /** URL for verifying tokens of bot challenges. */
  TURNSTILE_VERIFY_URL: name,
  /**
   * Other URLs of the service besides `BASE_URL`, as a JSON array: the URLs of its API, edge and streaming
   * function.
   */
  OWN_URLS: json.pipe(z.array(z.string())),
  /** True if webhook URLs may use `http:`. */
  ALLOW_HTTP_WEBHOOKS: flag,
  /** True if webhook URLs may point to this host or a private network. Used by the local runner. */
  ALLOW_PRIVATE_WEBHOOK_TARGETS: flag,
  /** Maximum number of webhooks per form. */
  MAX_WEBHOOKS_PER_FORM: number,
  /** Maximum number of account-wide webhooks per account. */
  MAX_WEBHOOKS_PER_ACCOUNT: number,
  WEBHOOK_DEADLINE_MS: number,
  WEBHOOK_MAX_ATTEMPTS: number,
  /** Number of days without a successful delivery after which a webhook is disabled. 0 means never. */
  DISABLE_FAILING_AFTER_DAYS: number,
  /** Seconds to wait before attempts 2, 3, … as a JSON array. */
  RETRY_WAITS_SECONDS: json.pipe(z.array(z.number())),
  /** When to probe a failing webhook, in seconds after the webhook started failing, as a JSON array. */
  PROBE_TIMES_SECONDS: json.pipe(z.array(z.number())),
};
type Variables = typeof variables;
export type VariableName = keyof Variables;

/**
 * Reads and parses the function's environment variables.
 * @throws ZodError that names a missing or invalid variable, which is a bug in the stack
 */
export function readEnvironment<Name extends VariableName>(
  ...names: readonly Name[]
): { readonly [N in Name]: z.output<Variables[N]> } {
  // Parse each variable separately, because zod compiles object schemas before it uses them. During a cold
  // start, compiling costs more than it saves.
  const values = names.map((each): [string, unknown] => {
    const { success, data, error } = variables[each].safeParse(process.env[each]);
    if (success) return [each, data];
    throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [each, ...issue.path] })));
  });
  return Object.fromEntries(values) as { [N in Name]: z.output<Variables[N]> };
}

/** Caches parsed variables, because some are read with every request. */
const given = new Map<VariableName, { readonly text: string; readonly value: unknown }>();

/** Reads a variable like `readEnvironment`, but returns undefined if this stage doesn't set it. */
export function readIfGiven<Name extends VariableName>(
  variable: Name,
): z.output<Variables[Name]> | undefined {
  const text = process.env[variable];
  if (text === undefined) return undefined;
  const before = given.get(variable);
  const value = before?.text === text ? before.value : readEnvironment(variable)[variable];
  given.set(variable, { text, value });
  return value as z.output<Variables[Name]>;
}
