/** The warnings of a form: what its owner should know about its settings. */
import * as z from 'zod';
import type { RecipientStatus } from './recipients/recipient.ts';
import { fieldsNamedIn } from './notify-subject.ts';
import { echoesFields, type Autoresponder } from './autoresponder.ts';

export const warningView = z.object({
  code: z
    .enum([
      'autoresponder-echoes-without-challenge',
      'no-confirmed-recipient',
      'notify-subject-unknown-field',
    ])
    .describe('Names the warning; more codes may come.'),
  message: z.string().describe('The warning in words, in English.'),
});
export type FormWarning = z.infer<typeof warningView>;

interface Settings {
  readonly autoresponder: Autoresponder | null;
  readonly challenge: { readonly enabled: boolean };
  readonly notify_subject: string | null;
  readonly fields: readonly { readonly name: string }[];
}

interface Surroundings {
  /** Whether this stage has a mail sender. */
  readonly emailEnabled: boolean;
  readonly recipients: readonly { readonly status: RecipientStatus }[];
}

/** The warnings of a form with these settings. */
export function formWarnings(
  { autoresponder, challenge, notify_subject, fields }: Settings,
  { emailEnabled, recipients }: Surroundings,
): FormWarning[] {
  const warnings: FormWarning[] = [];
  if (autoresponder?.enabled && !challenge.enabled && echoesFields(autoresponder)) {
    warnings.push({
      code: 'autoresponder-echoes-without-challenge',
      message:
        'The autoresponder repeats what was posted and the form has no challenge: bots can use it to send their ' +
        'words to any address. Enable the challenge, or take the placeholders out of subject and text.',
    });
  }
  if (emailEnabled && recipients.length > 0 && recipients.every(({ status }) => status !== 'confirmed')) {
    warnings.push({
      code: 'no-confirmed-recipient',
      message:
        'Nobody is notified: no address of notify_emails is confirmed. Each got an e-mail with a link that confirms it.',
    });
  }
  const declared = new Set(fields.map(({ name }) => name));
  const unknown = fieldsNamedIn(notify_subject ?? '').filter((name) => !declared.has(name));
  if (fields.length > 0 && unknown.length > 0) {
    warnings.push({
      code: 'notify-subject-unknown-field',
      message: `notify_subject names what is no declared field: ${unknown.join(', ')}.`,
    });
  }
  return warnings;
}
