/** Defines unsaved form settings to preview (`POST /v1/forms/{id}/preview`), and applies them to the form. */
import * as z from 'zod';
import { applyAppearanceInput, NO_BRAND, NO_THANK_YOU } from '../forms/appearance.ts';
import { applyAutoresponderInput } from '../forms/autoresponder.ts';
import { NO_PAGE } from '../forms/hosted-page/page-settings.ts';
import { formPatch, type FormWithoutSecrets } from '../forms/form.ts';

export const previewDraft = formPatch
  .pick({
    name: true,
    language: true,
    time_zone: true,
    thank_you: true,
    brand: true,
    notify_subject: true,
    autoresponder: true,
    fields: true,
    page: true,
  })
  .extend({
    values: z
      .record(z.string().max(200), z.string().max(100_000))
      .optional()
      .describe(
        'Values that a visitor enters, by field name. With `page=error`, the declared fields check them.',
      ),
  });
export type PreviewDraft = z.infer<typeof previewDraft>;

export const previewView = z.object({
  subject: z.string().nullable().describe("The e-mail's subject; null for pages."),
  html: z.string().describe('The page or the HTML part of the e-mail. It contains no scripts.'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('Name of the field.'),
        code: z.string().describe('Kind of error.'),
        message: z.string().describe('Message for the visitor.'),
      }),
    )
    .describe('The errors in `values`; empty if the form accepts them or if there are none.'),
});
export type PreviewView = z.infer<typeof previewView>;

/**
 * Returns the form with the unsaved settings.
 * @throws ValidationFailed when a new autoresponder has no subject or text
 */
export function withDraft(
  form: FormWithoutSecrets,
  { autoresponder, thank_you, brand, page, fields, values: _, ...others }: PreviewDraft,
): FormWithoutSecrets {
  return {
    ...form,
    ...others,
    autoresponder: applyAutoresponderInput(form.autoresponder, autoresponder),
    thank_you: applyAppearanceInput(form.thank_you, thank_you, NO_THANK_YOU),
    brand: applyAppearanceInput(form.brand, brand, NO_BRAND),
    page: applyAppearanceInput(form.page, page, NO_PAGE),
    fields: fields === undefined ? form.fields : (fields ?? []),
  };
}
