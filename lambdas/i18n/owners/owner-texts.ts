/** What a form's recipients read in e-mails about submissions and webhooks. Times come as `2026-11-30 14:05 UTC`. */
import type { Counted } from '../../core/plural.ts';

export interface OwnerTexts {
  readonly notification: {
    readonly subject: (form: string) => string;
    readonly intro: (form: string) => string;
    readonly noFields: string;
    readonly files: string;
    readonly linksLast: (days: number) => string;
    readonly received: (time: string, submissionId: string) => string;
    readonly reply: (address: string) => string;
  };
  /** The end of every e-mail to the recipients of a form. */
  readonly unsubscribe: string;
  /** In the place of a form's name in the e-mails about a webhook of all forms. */
  readonly allForms: string;
  /** Names a webhook. */
  readonly webhook: (url: string, id: string) => string;
  readonly webhookFailing: {
    readonly subject: (form: string) => string;
    readonly intro: (form: string) => string;
    readonly reason: (since: string) => string;
    readonly consequence: string;
    readonly remedy: (id: string) => string;
  };
  readonly webhookDisabled: {
    readonly subject: (form: string) => string;
    readonly intro: (form: string) => string;
    readonly reason: (since: string, disabled: string) => string;
    readonly gone: (disabled: string) => string;
    readonly consequence: string;
    readonly remedy: (id: string) => string;
  };
  /** What was filed as spam in a week. */
  readonly spamSummary: {
    readonly subject: (form: string) => string;
    readonly intro: (filed: number, form: string) => string;
    readonly release: string;
    /** Above the list. */
    readonly filed: string;
    readonly note: (time: string, score: number) => string;
  };
  readonly size: (bytes: number) => string;
}

/** `12.3 KB`; 1 KB is 1,024 bytes, as everywhere in the service. */
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
