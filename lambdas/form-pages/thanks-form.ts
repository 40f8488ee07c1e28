/** Defines the form settings that the thank-you page needs. */
import type * as z from 'zod';
import { ingestForm } from '../forms/form.ts';

export const thanksForm = ingestForm.pick({
  account_id: true,
  form_id: true,
  name: true,
  status: true,
  redirect_url: true,
  allowed_origins: true,
  language: true,
  thank_you: true,
  brand: true,
  page: true,
});
export type ThankYouForm = z.infer<typeof thanksForm>;
