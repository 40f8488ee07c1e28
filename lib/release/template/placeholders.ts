/**
 * Replaces placeholders in a synthesized template with its parameters. Settings are checked when the stack is
 * synthesized, so parameters can't be passed as CDK tokens.
 */
import type { Template } from './merge-variants.ts';
import type { Values } from './options.ts';

/** Name of the bucket for CDK's assets in the synthesized variants. */
export const ASSETS_BUCKET = 'placeholder-assets';
/**
 * Logical id of the custom resource that copies the assets into the account. Its `Fn::GetAtt` attribute
 * returns the name of the assets' bucket.
 */
export const STAGED_ASSETS = 'StagedAssets';

const MAIL_DOMAIN = 'placeholder-mail.example';

/**
 * Placeholder values that don't occur anywhere else in a template. The stage's name must be valid with the
 * default settings.
 */
export const PLACEHOLDERS: Values = {
  stage: 'prod',
  mailSenderName: 'Placeholder-Sender',
  mailSender: `placeholder-sender@${MAIL_DOMAIN}`,
  oidcIssuer: 'https://placeholder-issuer.example',
  oidcClientId: 'placeholder-client',
  // Must be true, because the template already contains `false` for user pools.
  oidcTrustEmail: true,
  domainName: 'placeholder-host.example',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/placeholder-certificate',
  hostedZoneId: 'PLACEHOLDERZONE',
  alarmEmail: 'placeholder-alarms@placeholder-alarms.example',
  ownerEmail: 'placeholder-owner@placeholder-owner.example',
  logRetentionDays: 365,
  spamRetentionDays: 361,
};

/**
 * Maps each placeholder to its replacement in `Fn::Sub`. Placeholders that contain another placeholder come
 * first.
 */
const TEXTS: readonly (readonly [placeholder: string, substitution: string])[] = [
  ['svc-forms-prod', 'svc-forms-${Stage}'],
  ['svcformsprod', 'svcforms${StageLetters}'],
  ['stage prod', 'stage ${Stage}'],
  [PLACEHOLDERS.mailSender, '${MailSender}'],
  [MAIL_DOMAIN, '${MailDomain}'],
  [PLACEHOLDERS.mailSenderName, '${MailSenderName}'],
  [PLACEHOLDERS.oidcIssuer, '${OidcIssuer}'],
  [PLACEHOLDERS.oidcClientId, '${OidcClientId}'],
  [PLACEHOLDERS.domainName, '${DomainName}'],
  [PLACEHOLDERS.certificateArn, '${CertificateArn}'],
  [PLACEHOLDERS.hostedZoneId, '${HostedZoneId}'],
  [PLACEHOLDERS.alarmEmail, '${AlarmEmail}'],
  [PLACEHOLDERS.ownerEmail, '${OwnerEmail}'],
  [ASSETS_BUCKET, `\${${STAGED_ASSETS}.Bucket}`],
];

/** Values that are derived from parameters, for use as variables in `Fn::Sub`. */
const DERIVED: Readonly<Record<string, unknown>> = {
  // The stage's name without hyphens, as CDK uses it in names that must not contain any.
  StageLetters: { 'Fn::Join': ['', { 'Fn::Split': ['-', { Ref: 'Stage' }] }] },
  MailDomain: { 'Fn::Select': [1, { 'Fn::Split': ['@', { Ref: 'MailSender' }] }] },
};

/** Properties and environment variables whose whole value is a parameter. */
const BY_NAME: Readonly<Record<string, { readonly value: unknown; readonly parameter: string }>> = {
  RetentionInDays: { value: PLACEHOLDERS.logRetentionDays, parameter: 'LogRetentionDays' },
  LOG_RETENTION_DAYS: { value: String(PLACEHOLDERS.logRetentionDays), parameter: 'LogRetentionDays' },
  SPAM_RETENTION_DAYS: { value: String(PLACEHOLDERS.spamRetentionDays), parameter: 'SpamRetentionDays' },
  OIDC_TRUST_EMAIL: { value: 'true', parameter: 'OidcTrustEmail' },
};

/** @throws Error if a key of the template contains a placeholder */
export function placeParameters(template: Template): Template {
  return placed(template) as Template;
}

function placed(value: unknown): unknown {
  if (typeof value === 'string') return substituted(value, literal(value));
  if (Array.isArray(value)) return value.map(placed);
  if (typeof value !== 'object' || value === null) return value;
  const { 'Fn::Sub': template } = value as { 'Fn::Sub'?: unknown };
  if (typeof template === 'string') return substituted(template, template, value);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (TEXTS.some(([placeholder]) => key.includes(placeholder)))
        throw new Error(`The key ${key} depends on a parameter`);
      const named = BY_NAME[key];
      return [key, named !== undefined && part === named.value ? { Ref: named.parameter } : placed(part)];
    }),
  );
}

/**
 * Replaces the placeholders in text.
 * @param template the text as a template for `Fn::Sub`
 * @param unchanged what to return if the text has no placeholders
 */
function substituted(text: string, template: string, unchanged: unknown = text): unknown {
  const found = TEXTS.filter(([placeholder]) => text.includes(placeholder));
  if (found.length === 0) return unchanged;
  const result = found.reduce((so, [placeholder, by]) => so.replaceAll(placeholder, by), template);
  const derived = Object.entries(DERIVED).filter(([name]) => result.includes(`\${${name}}`));
  const [, only, name] = /^\$\{((\w+)(?:\.\w+)?)\}$/.exec(result) ?? [];
  const [first] = derived;
  if (only !== undefined && first !== undefined) return first[1];
  if (only !== undefined && only !== name) return { 'Fn::GetAtt': only.split('.') };
  if (only !== undefined) return { Ref: only };
  return { 'Fn::Sub': derived.length === 0 ? result : [result, Object.fromEntries(derived)] };
}

/** Escapes text for `Fn::Sub`. */
const literal = (text: string): string => text.replaceAll('${', '${!');
