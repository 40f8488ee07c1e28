/**
 * The environment variables of the functions. The stack sets them and the functions read them under these names only;
 * each function gets those that it uses.
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
  /** Host and port at which a web function listens; the platform sets it. */
  AWS_LAMBDA_HTTP_ENDPOINT: name,
  AUDIT_EVENTS_TABLE: name,
  AUTHORIZATION_CODES_TABLE: name,
  CONNECTIONS_TABLE: name,
  EXPORTS_BUCKET: name,
  /** Where browsers get large exports from once the service has redirected them; no slash at the end. */
  EXPORTS_ORIGIN: name,
  FILE_DELETIONS_QUEUE_URL: name,
  /** Where browsers get attachments from once the service has redirected them; no slash at the end. */
  FILES_ORIGIN: name,
  FORMS_TABLE: name,
  FORM_JOBS_QUEUE_URL: name,
  FORM_JOBS_TABLE: name,
  FORM_SLUGS_TABLE: name,
  /** The e-mail log. */
  EMAILS_TABLE: name,
  IDENTITIES_TABLE: name,
  INVITATIONS_TABLE: name,
  MEMBERS_TABLE: name,
  OAUTH_CLIENTS_TABLE: name,
  RECIPIENTS_TABLE: name,
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
  /** Whether the stage has the console. */
  CONSOLE_ENABLED: flag,
  /** Queue of deliveries to endpoints that are slow. */
  SLOW_DELIVERIES_QUEUE_URL: name,
  SLOW_DELIVERIES_DEAD_LETTERS_URL: name,
  /** Queue of e-mails to send; absent when the stage has no mail sender. */
  EMAILS_QUEUE_URL: name,
  /** Bucket of the stream records that fan-out could not handle. */
  FAILED_SUBMISSIONS_BUCKET: name,
  /** Buckets of the stream records that functions could not handle, by what they are of, as a JSON object. */
  FAILED_RECORDS_BUCKETS: json.pipe(z.record(z.string(), z.string())),
  /** Where the functions' own metrics are in CloudWatch. */
  METRICS_NAMESPACE: name,
  RETRY_LADDER_ARN: name,
  /** Where clients reach the service; no slash at the end. */
  BASE_URL: name,
  /** What the edge proves itself with, as a JSON array: two while one takes the other's place; absent without an edge. */
  EDGE_SECRETS: json.pipe(z.array(z.string())),
  /** Whether requests that did not come through the edge find nothing. */
  EDGE_ONLY: flag,
  /** Bytes that a post to the streaming front may have at most. */
  MAX_POST_BYTES: number,
  /** Bytes on the disk of the streaming front that posts may fill. */
  POST_DISK_BYTES: number,
  /** The stage's plans as JSON. */
  PLANS: json,
  SERVICE_VERSION: name,
  /** By how much longer than on AWS calls of its services may take; for the local runner, whose emulators share one machine. */
  CALL_TIME_FACTOR: number,
  /** Sender of e-mails: `Forms <forms@example.com>`. */
  MAIL_SENDER: name,
  /** Every e-mail is sent with this configuration set of SES, whose events come back to the service. */
  MAIL_CONFIGURATION_SET: name,
  /** The stage's EventBridge bus. */
  EVENT_BUS: name,
  /** Queue of accepted submissions that go on the event bus; absent when the stage has none. */
  SUBMISSION_EVENTS_QUEUE_URL: name,
  /** Queue of what SES tells of e-mails. */
  EMAIL_EVENTS_QUEUE_URL: name,
  AUTORESPONSES_PER_FORM_AND_DAY: number,
  /** Whether the stage has a mail sender. */
  EMAIL_ENABLED: flag,
  /** The OpenID Connect issuer at which people sign in, and the service's client there; absent when there is none. */
  OIDC_ISSUER: name,
  OIDC_CLIENT_ID: name,
  /** Whether an e-mail address counts as verified when the issuer does not say whether it is. */
  OIDC_TRUST_EMAIL: flag,
  /** The stage's own user pool; absent with any other issuer. */
  USER_POOL_ID: name,
  SPAM_RETENTION_DAYS: number,
  /** Part of an account's monthly quota that one address may use on one day. */
  QUOTA_SHARE_OF_ONE_ADDRESS: number,
  /** Where the tokens of bot challenges are verified. */
  TURNSTILE_VERIFY_URL: name,
  /** Whether webhooks may be `http:`. */
  ALLOW_HTTP_WEBHOOKS: flag,
  /** Whether webhooks may be on this host or a private network; for the local runner. */
  ALLOW_PRIVATE_WEBHOOK_TARGETS: flag,
  /** How many webhooks a form may have. */
  MAX_WEBHOOKS_PER_FORM: number,
  /** How many webhooks of all forms an account may have. */
  MAX_WEBHOOKS_PER_ACCOUNT: number,
  WEBHOOK_DEADLINE_MS: number,
  WEBHOOK_MAX_ATTEMPTS: number,
  /** Days of failures without a success after which a webhook is disabled; 0 for never. */
  DISABLE_FAILING_AFTER_DAYS: number,
  /** Seconds before attempts 2, 3, … as a JSON array. */
  RETRY_WAITS_SECONDS: json.pipe(z.array(z.number())),
};
type Variables = typeof variables;
export type VariableName = keyof Variables;

/**
 * Reads and parses variables of this function.
 * @throws ZodError that names the variable that is missing or invalid, which is a bug of the stack
 */
export function readEnvironment<Name extends VariableName>(
  ...names: readonly Name[]
): { readonly [N in Name]: z.output<Variables[N]> } {
  // One by one: zod compiles an object before it reads it, which costs a cold start more than it saves.
  const values = names.map((each): [string, unknown] => {
    const { success, data, error } = variables[each].safeParse(process.env[each]);
    if (success) return [each, data];
    throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [each, ...issue.path] })));
  });
  return Object.fromEntries(values) as { [N in Name]: z.output<Variables[N]> };
}

/** What variables were that were read one by one: some are asked for with each request. */
const given = new Map<VariableName, { readonly text: string; readonly value: unknown }>();

/** Like `readEnvironment`, for one variable that not every stage sets; undefined when it is not set. */
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
