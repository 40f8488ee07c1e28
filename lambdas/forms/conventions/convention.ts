/**
 * Defines the control fields and response formats of other form backends (docs/specification.md, "Conventions
 * of other backends"). Forms made for one of these backends work here unchanged.
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

/** The name of another form backend. The only other convention is `none`, which has no additional rules. */
export type OtherBackend = Exclude<ConventionName, 'none'>;

export interface Convention {
  /** Names of fields that control how the service handles a submission. They are not stored. */
  readonly controlFields: readonly string[];
  /** Fields whose name contains this text, ignoring case, are also control fields. */
  readonly controlFieldsContaining?: string;
  /** Honeypot fields in addition to the form's own. */
  readonly honeypots: readonly string[];
  /** Fields whose name contains this text, ignoring case, are also honeypots. */
  readonly honeypotsContaining?: string;
  /** Name of the field that contains the URL to redirect the visitor to. */
  readonly redirect?: string;
  /** Name of the field that contains the notifications' subject. */
  readonly subject?: string;
  /** If true, forms can declare the subject field, which is then stored with submissions. */
  readonly isSubjectDeclarable?: true;
  /** Name of the field that contains the sender's name for notifications. */
  readonly fromName?: string;
  /** Names of the fields that contain the reply-to address, in order of preference. */
  readonly replyTo: readonly string[];
  /** If true, a reply-to field can contain the name of another field, which contains the address. */
  readonly isReplyToField?: true;
  /** Name of the field with the recipients to list in Cc. */
  readonly cc?: string;
  /** Additional path that the convention's clients use, besides `/v1/f/{slug}`. */
  readonly address?: ConventionAddress;
  /** Value of the `success` property in responses. */
  readonly success: true | 'true';
  /** Media type of error responses, if different from that of problem documents. */
  readonly failureType?: 'application/json';
}

/** A form path that only this convention uses. */
export type ConventionAddress =
  /** `/v1/p/{project}/f/{slug}` */
  | 'project'
  /** `/v1/submit`, where a field in the request body identifies the form. */
  | 'submit'
  /** `/v1/f/{slug}.json` */
  | 'json'
  /** `/v1/ajax/{slug}` */
  | 'ajax';

/** Field that identifies the form in a request to `/v1/submit`. */
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

/**
 * Returns the rules of a form's convention, or undefined if the form only follows this service's own rules.
 */
export function conventionOf(name: ConventionName): Convention | undefined {
  return name === 'none' ? undefined : conventions[name];
}

/**
 * Returns true if a submitted field is one of the convention's control fields.
 * @param declared the form's declared fields; some conventions allow a form to declare the subject field
 */
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

/** Returns true if a field is one of the convention's honeypots. */
export function isConventionHoneypot(name: string, convention: Convention): boolean {
  return convention.honeypots.includes(name) || contains(name, convention.honeypotsContaining);
}

const contains = (name: string, part: string | undefined): boolean =>
  part !== undefined && name.toLowerCase().includes(part);
