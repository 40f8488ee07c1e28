/** Builds the warnings that notify a form's owner of problems with its settings. */
import * as z from 'zod';
import type { RecipientStatus } from './recipients/recipient.ts';
import { fieldsNamedIn } from './notify-subject.ts';
import { repeatsSubmittedValues, type Autoresponder } from './autoresponder.ts';

export const warningView = z.object({
  code: z
    .enum([
      'autoresponder-echoes-without-challenge',
      'no-confirmed-recipient',
      'notify-subject-unknown-field',
    ])
    .describe('Identifies the warning. More codes may be added.'),
  message: z.string().describe('Text of the warning, in English.'),
});
export type FormWarning = z.infer<typeof warningView>;

interface Settings {
  readonly autoresponder: Autoresponder | null;
  readonly challenge: { readonly enabled: boolean };
  readonly notify_subject: string | null;
  readonly fields: readonly { readonly name: string }[];
}

interface Surroundings {
  /** True if the stage has a mail sender. */
  readonly emailEnabled: boolean;
  readonly recipients: readonly { readonly status: RecipientStatus }[];
}

/** Returns warnings about problems with these form settings. */
export function formWarnings(
  { autoresponder, challenge, notify_subject, fields }: Settings,
  { emailEnabled, recipients }: Surroundings,
): FormWarning[] {
  const warnings: FormWarning[] = [];
  if (autoresponder?.enabled && !challenge.enabled && repeatsSubmittedValues(autoresponder)) {
    warnings.push({
      code: 'autoresponder-echoes-without-challenge',
      message:
        'The autoresponse repeats submitted text, and the form has no challenge. Bots can use it to send their ' +
        'own text to any address. Enable the challenge, or remove the placeholders from the subject and text.',
    });
  }
  if (emailEnabled && recipients.length > 0 && recipients.every(({ status }) => status !== 'confirmed')) {
    warnings.push({
      code: 'no-confirmed-recipient',
      message:
        'No one is notified, because no address in notify_emails has been confirmed. Each address was sent an e-mail with a confirmation link.',
    });
  }
  const declared = new Set(fields.map(({ name }) => name));
  const unknown = fieldsNamedIn(notify_subject ?? '').filter((name) => !declared.has(name));
  if (fields.length > 0 && unknown.length > 0) {
    warnings.push({
      code: 'notify-subject-unknown-field',
      message: `notify_subject uses fields that are not declared: ${unknown.join(', ')}.`,
    });
  }
  return warnings;
}
