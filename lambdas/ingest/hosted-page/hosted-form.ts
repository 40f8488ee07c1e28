/** Defines the form settings that the hosted page needs. */
import type * as z from 'zod';
import { ingestForm } from '../../forms/form.ts';

export const hostedForm = ingestForm.pick({
  account_id: true,
  form_id: true,
  name: true,
  status: true,
  honeypot_field: true,
  challenge: true,
  redirect_url: true,
  language: true,
  brand: true,
  page: true,
  fields: true,
});
export type StoredHostedForm = z.infer<typeof hostedForm>;
