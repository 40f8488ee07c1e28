/**
 * Defines an e-mail's statuses and their transitions. The mail service may report events late, in any order,
 * more than once, or not at all. An event that would move an e-mail back to an earlier status is therefore
 * ignored.
 */
export const emailStatuses = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'skipped'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** Events that change the status of a queued e-mail. */
export const emailChanges = [
  /** The service skipped the e-mail, for the recorded reason. */
  'skipped',
  /** The mail service accepted the e-mail. */
  'sent',
  /** The recipient's server hasn't accepted the e-mail yet, and the mail service keeps trying. */
  'delayed',
  /** The recipient's server accepted the e-mail. */
  'delivered',
  /**
   * The e-mail couldn't be delivered this time, for example because the mailbox is full or the e-mail
   * contains a virus.
   */
  'failed',
  /** The address doesn't exist, or its mail server never accepts our e-mails. */
  'bounced',
  /** The recipient reported the e-mail as spam. */
  'complained',
] as const;
export type EmailChange = (typeof emailChanges)[number];

interface Move {
  readonly to: EmailStatus;
  readonly from: readonly EmailStatus[];
}

const moves: Readonly<Record<EmailChange, Move>> = {
  skipped: { to: 'skipped', from: ['queued'] },
  // A skipped e-mail can still be sent because its job runs again after the recipient has confirmed.
  sent: { to: 'sent', from: ['queued', 'skipped'] },
  delayed: { to: 'sent', from: ['queued', 'skipped', 'sent'] },
  delivered: { to: 'delivered', from: ['queued', 'skipped', 'sent'] },
  // Out-of-office replies look like temporary bounces, so delivered e-mails keep their status.
  failed: { to: 'bounced', from: ['queued', 'skipped', 'sent'] },
  // A server may accept an e-mail and bounce it later.
  bounced: { to: 'bounced', from: ['queued', 'skipped', 'sent', 'delivered'] },
  complained: { to: 'complained', from: ['queued', 'skipped', 'sent', 'delivered', 'bounced'] },
};

/** Returns an e-mail's status after a change. If the change arrives too late, the status stays the same. */
export function nextEmailStatus(status: EmailStatus, change: EmailChange): EmailStatus {
  const { to, from } = moves[change];
  return from.includes(status) ? to : status;
}

/**
 * For a conditional write, returns the status after a change and the statuses that the change can be applied
 * to.
 */
export function moveOf(change: EmailChange): Move {
  return moves[change];
}
