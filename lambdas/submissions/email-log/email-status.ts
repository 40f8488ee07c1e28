/**
 * Statuses of an e-mail and their transitions. The mail service reports events in any order, twice, late or
 * never. So the first event only decides while nothing better is known, and a status never goes backwards.
 */
export const emailStatuses = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'skipped'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** What can happen to an e-mail after it was queued. */
export const emailChanges = [
  /** It isn't sent, for the recorded reason. */
  'skipped',
  /** The mail service accepted it. */
  'sent',
  /** The recipient's server doesn't accept it yet, and the mail service keeps trying. */
  'delayed',
  /** The recipient's server accepted it. */
  'delivered',
  /** It couldn't be delivered this time, for example because the mailbox is full or it contains a virus. */
  'failed',
  /** The address doesn't exist, or its server never accepts our e-mails. */
  'bounced',
  /** The recipient reported it as spam. */
  'complained',
] as const;
export type EmailChange = (typeof emailChanges)[number];

interface Move {
  readonly to: EmailStatus;
  readonly from: readonly EmailStatus[];
}

const moves: Readonly<Record<EmailChange, Move>> = {
  skipped: { to: 'skipped', from: ['queued'] },
  // A skipped e-mail can still be sent: its job runs again after the recipient has confirmed.
  sent: { to: 'sent', from: ['queued', 'skipped'] },
  delayed: { to: 'sent', from: ['queued', 'skipped', 'sent'] },
  delivered: { to: 'delivered', from: ['queued', 'skipped', 'sent'] },
  // An out-of-office reply looks the same, so a delivered e-mail keeps its status.
  failed: { to: 'bounced', from: ['queued', 'skipped', 'sent'] },
  // A server may accept an e-mail and bounce it later.
  bounced: { to: 'bounced', from: ['queued', 'skipped', 'sent', 'delivered'] },
  complained: { to: 'complained', from: ['queued', 'skipped', 'sent', 'delivered', 'bounced'] },
};

/** Returns the status after a change. It stays the same if the change comes too late. */
export function nextEmailStatus(status: EmailStatus, change: EmailChange): EmailStatus {
  const { to, from } = moves[change];
  return from.includes(status) ? to : status;
}

/**
 * Returns the status after a change, and the statuses in which the change applies, for a conditional write.
 */
export function moveOf(change: EmailChange): Move {
  return moves[change];
}
