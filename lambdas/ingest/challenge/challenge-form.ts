/** Defines the form settings needed to create a puzzle. */
import type * as z from 'zod';
import { ingestForm } from '../../forms/form.ts';

export const challengeForm = ingestForm.pick({
  account_id: true,
  form_id: true,
  status: true,
  challenge: true,
  allowed_origins: true,
  address_salt: true,
});
export type ChallengeForm = z.infer<typeof challengeForm>;
