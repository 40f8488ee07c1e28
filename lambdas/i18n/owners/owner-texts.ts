/**
 * Defines the strings of e-mails to a form's recipients about submissions and webhooks. `readableTimeIn`
 * formats their times.
 */
import type { Counted } from '../../core/errors/plural.ts';

export interface OwnerTexts {
  readonly notification: {
    readonly subject: (form: string) => string;
    readonly intro: (form: string) => string;
    /** Subject of a test notification. */
    readonly test: (subject: string) => string;
    readonly testNote: string;
    readonly noFields: string;
    readonly files: string;
    readonly linksLast: (days: number) => string;
    readonly received: (time: string, submissionId: string) => string;
    readonly reply: (address: string) => string;
  };
  /** Button that opens the submission, webhook or usage in the console. */
  readonly open: string;
  /** Footer of every e-mail to a form's recipients. */
  readonly unsubscribe: string;
  /** Used instead of the form's name in e-mails about account-wide webhooks. */
  readonly allForms: string;
  readonly webhook: (url: string, id: string) => string;
  readonly webhookFailing: {
    readonly subject: (form: string) => string;
    readonly intro: (form: string) => string;
    readonly reason: (since: string) => string;
    readonly consequence: string;
    /** Only for webhooks with `auto_recover`. */
    readonly recovery: string;
    readonly remedy: string;
  };
  readonly webhookDisabled: {
    readonly subject: (form: string) => string;
    readonly intro: (form: string) => string;
    readonly reason: (since: string, disabled: string) => string;
    readonly gone: (disabled: string) => string;
    readonly consequence: string;
    readonly remedy: string;
    /** Replaces `remedy` for webhooks with `auto_recover`. */
    readonly recovery: string;
  };
  /** Strings of the weekly spam summary. */
  readonly spamSummary: {
    readonly subject: (form: string) => string;
    readonly intro: (filed: number, form: string) => string;
    readonly release: string;
    readonly filed: string;
    readonly note: (time: string, score: number) => string;
  };
  readonly size: (bytes: number) => string;
}

/** Formats a file size, such as `12.3 KB`. 1 KB is 1,024 bytes. */
export function sizeIn(
  units: { readonly bytes: Parameters<Counted>[1]; readonly kilobytes: string; readonly megabytes: string },
  counted: Counted,
  decimal: (value: string) => string,
) {
  return (bytes: number): string => {
    if (bytes < 1024) return counted(bytes, units.bytes);
    const [amount, unit] =
      bytes < 1024 ** 2 ? [bytes / 1024, units.kilobytes] : [bytes / 1024 ** 2, units.megabytes];
    return `${decimal(amount.toFixed(1))} ${unit}`;
  };
}
