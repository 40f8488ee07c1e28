/**
 * Defines the properties of `forms.yaml`. They are the writable properties of the management API, so the file
 * supports each new setting as soon as the API does.
 */
import * as z from 'zod';
import { isPlainLine } from '../core/text/text.ts';
import { formPatch } from '../forms/form.ts';
import { slug } from '../forms/slug.ts';
import { webhookPatch } from '../webhooks/webhook.ts';

/** Name that identifies a webhook within its form or account. */
const webhookName = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => isPlainLine(name) && name.trim() === name, {
    error: 'must be a single line without spaces around it, for example crm',
  });

const { name: _, rotate_secret: __, ...webhookMembers } = webhookPatch.shape;
/** A webhook in the file, keyed by its name. */
export const webhookInFile = z.strictObject(webhookMembers);

const webhooksOf = (which: string) =>
  z
    .record(webhookName, webhookInFile)
    .optional()
    .describe(
      `Webhooks ${which}, by name. If you leave this out, they aren't managed. A webhook without a name is left alone.`,
    );

const { slug: ___, ...formMembers } = formPatch.shape;
/** The settings of a form in the file, without its webhooks. */
export const settingsInFile = z.strictObject(formMembers);

/** A form in the file, keyed by its slug. */
const formInFile = z.strictObject({ ...formMembers, webhooks: webhooksOf('of the form') });

export const formsFile = z.strictObject({
  version: z.literal(1).describe('Version of the format.'),
  account: z
    .string()
    .optional()
    .describe('ID of the account, for example acc_0123456789AB. The file is refused for any other account.'),
  forms: z
    .record(slug, formInFile)
    .optional()
    .describe('Forms, by slug. Settings that you leave out are left alone, and null resets a setting.'),
  webhooks: webhooksOf('for all forms'),
});

/** Settings of a form that the file can contain. */
export const settingNames: readonly string[] = Object.keys(formMembers);
