/**
 * The conventions of other form backends, as data: which posted fields steer them, and how their clients are answered
 * (docs/specification.md, "Conventions of other backends"). A form that was made for one of them works here unchanged.
 */

export const conventionNames = [
  'none',
  'formspree',
  'web3forms',
  'netlify',
  'basin',
  'getform',
  'formsubmit',
  'staticforms',
] as const;
export type ConventionName = (typeof conventionNames)[number];

/** Of another backend; `none` has no rules beyond the service's own. */
export type OtherBackend = Exclude<ConventionName, 'none'>;

export interface Convention {
  /** Names of fields that steer the service and are no part of a submission. */
  readonly controlFields: readonly string[];
  /** So is every field whose name contains this, in any case. */
  readonly controlFieldsContaining?: string;
  /** Honeypots beside the form's own. */
  readonly honeypots: readonly string[];
  /** So is every field whose name contains this, in any case. */
  readonly honeypotsContaining?: string;
  /** The field with the address where the visitor goes next. */
  readonly redirect?: string;
  /** The field with the subject of the notifications. */
  readonly subject?: string;
  /** Whether a form may declare the field of the subject, and have it in its submissions then. */
  readonly isSubjectDeclarable?: true;
  /** The field with the name that notifications come from. */
  readonly fromName?: string;
  /** The fields with the address that replies go to, the surest first. */
  readonly replyTo: readonly string[];
  /** Whether those may name another field, which has the address. */
  readonly isReplyToField?: true;
  /** The field with those of the form's recipients whom notifications name as further readers. */
  readonly cc?: string;
  /** The address that its clients use beside `/v1/f/{slug}`. */
  readonly address?: ConventionAddress;
  /** What `success` is in its responses. */
  readonly success: true | 'true';
  /** The media type of its responses about failures, where it is not that of problem documents. */
  readonly failureType?: 'application/json';
}

/** An address of forms that only one convention has. */
export type ConventionAddress =
  /** `/v1/p/{project}/f/{slug}` */
  | 'project'
  /** `/v1/submit`; the post itself names the form. */
  | 'submit'
  /** `/v1/f/{slug}.json` */
  | 'json'
  /** `/v1/ajax/{slug}` */
  | 'ajax';

/** The field that names the form in a post to `/v1/submit`. */
export const ACCESS_KEY_FIELD = 'access_key';

const conventions: Readonly<Record<OtherBackend, Convention>> = {
  formspree: {
    controlFields: [
      ...['_gotcha', '_format', '_language', '_subject', '_cc', '_next', '_replyto'],
      'g-recaptcha-response',
    ],
    honeypots: ['_gotcha'],
    redirect: '_next',
    subject: '_subject',
    replyTo: ['_replyto', 'email'],
    cc: '_cc',
    address: 'project',
    success: true,
  },
  web3forms: {
    controlFields: [
      ...[ACCESS_KEY_FIELD, 'apikey', 'botcheck', 'from_name', 'replyto', 'ccemail', 'redirect', 'webhook'],
      ...['attachment', 'h-captcha-response', 'recaptcha_response', 'cf-turnstile-response'],
    ],
    honeypots: ['botcheck'],
    redirect: 'redirect',
    subject: 'subject',
    isSubjectDeclarable: true,
    fromName: 'from_name',
    replyTo: ['replyto', 'email'],
    cc: 'ccemail',
    address: 'submit',
    success: true,
  },
  netlify: {
    controlFields: ['form-name', 'g-recaptcha-response'],
    honeypots: [],
    subject: 'subject',
    isSubjectDeclarable: true,
    replyTo: ['email'],
    success: true,
  },
  basin: {
    controlFields: ['_gotcha', '_honeypot', 'g-recaptcha-response', 'h-captcha-response'],
    honeypots: ['_honeypot'],
    replyTo: ['email'],
    address: 'json',
    success: true,
  },
  getform: {
    controlFields: ['_gotcha'],
    honeypots: ['_gotcha'],
    replyTo: ['fi-sender-email'],
    success: true,
    failureType: 'application/json',
  },
  formsubmit: {
    controlFields: [
      ...['_honey', '_next', '_subject', '_replyto', '_cc', '_template', '_autoresponse', '_captcha'],
      ...['_blacklist', '_webhook', '_url'],
    ],
    honeypots: ['_honey'],
    redirect: '_next',
    subject: '_subject',
    replyTo: ['_replyto'],
    isReplyToField: true,
    cc: '_cc',
    address: 'ajax',
    success: 'true',
  },
  staticforms: {
    controlFields: ['apiKey', 'accessKey', 'replyTo', 'redirectTo', 'altcha'],
    controlFieldsContaining: 'honeypot',
    honeypots: [],
    honeypotsContaining: 'honeypot',
    redirect: 'redirectTo',
    subject: 'subject',
    isSubjectDeclarable: true,
    replyTo: ['replyTo', 'email'],
    success: true,
  },
};

/** The rules of a form's convention; undefined when it has only those of the service. */
export function conventionOf(name: ConventionName): Convention | undefined {
  return name === 'none' ? undefined : conventions[name];
}

/** Whether a posted field is one of the convention's control fields, of a form that declares these names. */
export function isConventionField(
  name: string,
  convention: Convention,
  declared: readonly { readonly name: string }[],
): boolean {
  if (convention.controlFields.includes(name) || contains(name, convention.controlFieldsContaining))
    return true;
  if (name !== convention.subject) return false;
  return !(convention.isSubjectDeclarable && declared.some((field) => field.name === name));
}

/** Whether a field is a honeypot of the convention. */
export function isConventionHoneypot(name: string, convention: Convention): boolean {
  return convention.honeypots.includes(name) || contains(name, convention.honeypotsContaining);
}

const contains = (name: string, part: string | undefined): boolean =>
  part !== undefined && name.toLowerCase().includes(part);
