/** Defines a form's settings and their unsaved changes, and merges changes made by several people. */
import type { Schema } from '../api/schema.ts';

export type Form = Schema<'Form'>;
export type FormField = Form['fields'][number];
export type FieldType = FormField['type'];

/**
 * Returns a limit of a field as text. Limits have no type in the OpenAPI document, because they can be
 * numbers or dates.
 */
export const boundText = (bound: unknown): string =>
  typeof bound === 'number' || typeof bound === 'string' ? String(bound) : '';

/** Settings that can be edited on this screen. Recipients are represented by their e-mail addresses only. */
export type Settings = Pick<
  Form,
  | 'name'
  | 'slug'
  | 'language'
  | 'conventions'
  | 'notify_subject'
  | 'autoresponder'
  | 'thank_you'
  | 'brand'
  | 'redirect_url'
  | 'fields'
  | 'page'
  | 'unknown_fields'
  | 'honeypot_field'
  | 'challenge'
  | 'allowed_origins'
  | 'rate_limit'
  | 'retention_days'
  | 'spam'
  | 'weekly_spam_summary'
  | 'time_zone'
  | 'replies'
> & { readonly notify_emails: readonly string[] };

export function settingsOf(form: Form): Settings {
  return { ...form, notify_emails: form.notify_emails.map(({ address }) => address) };
}

/** Unsaved changes to a form's settings. */
export interface SettingsDraft {
  /** The form's ETag when the first change was made. */
  readonly etag: string | undefined;
  /** Original values of the changed settings. */
  readonly base: Partial<Settings>;
  readonly values: Partial<Settings>;
}

export const NO_DRAFT: SettingsDraft = { etag: undefined, base: {}, values: {} };

/** Returns true if a stored value is a valid draft. */
export const isSettingsDraft = (value: unknown): value is SettingsDraft =>
  isRecord(value) && isRecord(value['base']) && isRecord(value['values']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const namesIn = (values: Partial<Settings>): (keyof Settings)[] =>
  Object.keys(values) as (keyof Settings)[];

/**
 * Returns the draft with the change added. If the new value equals the original, removes the setting from the
 * draft.
 */
export function withChange<Name extends keyof Settings>(
  { base, values, etag }: SettingsDraft,
  name: Name,
  value: Settings[Name],
  now: { readonly settings: Settings; readonly etag: string | undefined },
): SettingsDraft {
  const before = name in base ? base[name] : now.settings[name];
  const { [name]: _, ...others } = values;
  const { [name]: __, ...otherBases } = base;
  const isFirst = namesIn(values).length === 0;
  return isSame(before, value)
    ? { etag, base: otherBases, values: others }
    : {
        etag: isFirst ? now.etag : etag,
        base: { ...base, [name]: before },
        values: { ...values, [name]: value },
      };
}

/** Returns the names of the draft's settings that someone else has changed to a different value. */
export function conflictsOf({ base, values }: SettingsDraft, current: Settings): (keyof Settings)[] {
  return namesIn(values).filter(
    (name) => !isSame(base[name], current[name]) && !isSame(values[name], current[name]),
  );
}

/** A recipient in the request body. */
type RecipientInput = NonNullable<Schema<'FormPatch'>['notify_emails']>[number];

/** Returns the recipients for the request body: each address with its current filter, if it has one. */
export const withFilters = (
  addresses: readonly string[],
  { notify_emails }: Pick<Form, 'notify_emails'>,
): RecipientInput[] =>
  addresses.map((address) => {
    const filter = notify_emails.find((each) => each.address === address)?.filter;
    return filter ? { address, filter } : address;
  });

/** Builds the request body that saves the draft of a form. */
export function patchOf(
  values: Partial<Settings>,
  secret: string,
  form: Pick<Form, 'notify_emails'>,
): Schema<'FormPatch'> {
  const { notify_emails, allowed_origins, challenge, ...others } = values;
  const hasChallenge = challenge !== undefined || secret !== '';
  return {
    ...others,
    ...(notify_emails && { notify_emails: withFilters(notify_emails, form) }),
    ...(allowed_origins && { allowed_origins: [...allowed_origins] }),
    ...(hasChallenge && { challenge: { ...challenge, ...(secret !== '' && { secret }) } }),
  };
}

/** Returns true if two JSON values are equal, ignoring the order of object keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
