/**
 * Resolves `null` in a forms file. For settings that can't be null in the API, null means the default value.
 */
import * as z from 'zod';
import { NO_COUNTS } from '../forms/counts/form-counts.ts';
import { newForm } from '../forms/form.ts';
import { toFormView } from '../forms/form-view.ts';
import { newWebhook, toWebhookView } from '../webhooks/webhook.ts';
import { settingsInFile, webhookInFile } from './file-schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** Returns zeros instead of random bytes, for objects that are created only to read their settings. */
export const noRandom = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Placeholder for the id of a form that doesn't exist yet. */
export const NEW_FORM = 'frm_0000000000';

/** Settings of a new form. The name has no default. */
const formDefaults = (): Members => {
  const view = toFormView(newForm('', { name: 'x' }, 0, noRandom), {
    emailEnabled: true,
    statusOf: () => 'confirmed',
    countsOf: () => NO_COUNTS,
  });
  const { name: _, ...defaults } = view;
  return defaults;
};

/** Settings of a new webhook. The URL has no default. */
const webhookDefaults = (): Members => {
  const owner = { account_id: '', owner_id: NEW_FORM };
  const { url: _, ...view } = toWebhookView(newWebhook(owner, { url: 'x' }, 0, noRandom), null, 0);
  return { ...view, headers: {} };
};

/** Default values of the properties within settings that are null by default. */
const DEFAULTS_WITHIN: Members = { autoresponder: { enabled: false } };

let kept: { readonly form: Members; readonly webhook: Members } | undefined;
const defaults = () => (kept ??= { form: formDefaults(), webhook: webhookDefaults() });

/** Returns a form's settings with its nulls resolved. */
export const resolvedForm = (members: Members): Members =>
  resolved(members, settingsInFile, { ...defaults().form, ...DEFAULTS_WITHIN }, false) as Members;

/** Returns a webhook's settings with its nulls resolved. */
export const resolvedWebhook = (members: Members): Members =>
  resolved(members, webhookInFile, defaults().webhook, false) as Members;

/** Returns the default value of a form's setting. */
export const defaultOfForm = (name: string): unknown => defaults().form[name];

/** Returns the default value of a webhook's setting. */
export const defaultOfWebhook = (name: string): unknown => defaults().webhook[name];

function resolved(value: unknown, schema: z.core.$ZodType, standard: unknown, inList: boolean): unknown {
  if (value === null) {
    if (z.safeParse(schema, null).success) return null;
    if (standard !== undefined) return standard;
    return inList && z.safeParse(schema, undefined).success ? undefined : null;
  }
  const whole = bare(schema, value);
  if (Array.isArray(value) && whole instanceof z.ZodArray)
    return value.map((item) => resolved(item, whole.element, undefined, true));
  if (typeof value !== 'object' || !(whole instanceof z.ZodObject)) return value;
  const shape = whole.shape as Readonly<Record<string, z.core.$ZodType>>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (!own) return [[name, member]];
      const result = resolved(member, own, memberOf(standard, name), inList);
      return result === undefined ? [] : [[name, result]];
    }),
  );
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Members)[name] : undefined;

/** Unwraps the schema. For unions, returns the variant with the value's type. */
function bare(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return bare(schema.in, value);
  if (schema instanceof z.ZodUnion) {
    const variants = schema.options.map((option) => bare(option, value));
    return variants.find((each) => each instanceof z.ZodObject && typeof value === 'object') ?? schema;
  }
  return schema;
}
