/** Keeps the e-mail log in memory, with the same conditions as the real table. */
import type {
  EmailKey,
  EmailLog,
  SubmissionEmail,
} from '../../../lambdas/submissions/email-log/email-record.ts';
import {
  moveOf,
  type EmailChange,
  type EmailStatus,
} from '../../../lambdas/submissions/email-log/email-status.ts';
import type { EmailRemedy } from './remedies.ts';

export class LogInMemory {
  /** All statuses that each e-mail has had, in order. */
  readonly statuses = new Map<string, EmailStatus[]>();
  readonly #without: EmailRemedy | undefined;

  constructor(without: EmailRemedy | undefined) {
    this.#without = without;
  }

  /** Returns the log for functions that send e-mails. Each write counts as a call, so it can fail. */
  writer(call: <Result>(name: string, effect: () => Result) => Promise<Result>): EmailLog {
    return {
      add: (email) =>
        call('log.add', () => {
          if (this.#without !== 'record-before-sending') this.#put(email, 'queued', []);
        }),
      skip: (email) => call('log.skip', () => this.#put(email, 'skipped', ['queued'])),
      giveUp: (email) => call('log.giveUp', () => this.move(email, 'skipped')),
      markSent: (email) =>
        call('log.markSent', () => {
          if (this.#without === 'record-before-sending') this.#put(email as SubmissionEmail, 'sent', []);
          else this.move(email, 'sent');
        }),
    };
  }

  move({ email_key }: EmailKey, change: EmailChange): void {
    const had = this.statuses.get(email_key);
    const { to, from } = moveOf(change);
    if (!had) return;
    if (this.#without !== 'forward-only' && !from.includes(had.at(-1)!)) return;
    had.push(to);
  }

  #put({ email_key }: SubmissionEmail, status: EmailStatus, over: readonly EmailStatus[]): void {
    const had = this.statuses.get(email_key);
    if (had && !over.includes(had.at(-1)!)) return;
    this.statuses.set(email_key, [...(had ?? []), status]);
  }
}
