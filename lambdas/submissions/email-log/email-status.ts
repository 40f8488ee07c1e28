/**
 * What became of an e-mail, and how one status follows another. The mail service tells of an e-mail in any order, twice,
 * late or never, so a status depends on what comes first only where nothing better is known; it never goes backwards.
 */
export const emailStatuses = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'skipped'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** What can happen to an e-mail after it was queued. */
export const emailChanges = [
  /** It is not sent, for a reason. */
  'skipped',
  /** The mail service accepted it. */
  'sent',
  /** The recipient's server does not take it yet; the mail service goes on trying. */
  'delayed',
  /** The recipient's server accepted it. */
  'delivered',
  /** It could not be delivered this time: a mailbox that is full, a virus in it. */
  'failed',
  /** The address does not exist, or its server never takes e-mails of ours. */
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
  // What was skipped can be sent after all: its job comes again after the recipient has confirmed.
  sent: { to: 'sent', from: ['queued', 'skipped'] },
  delayed: { to: 'sent', from: ['queued', 'skipped', 'sent'] },
  delivered: { to: 'delivered', from: ['queued', 'skipped', 'sent'] },
  // An absence notice looks like this too: what was delivered stays so.
  failed: { to: 'bounced', from: ['queued', 'skipped', 'sent'] },
  // A server may accept an e-mail and send it back later.
  bounced: { to: 'bounced', from: ['queued', 'skipped', 'sent', 'delivered'] },
  complained: { to: 'complained', from: ['queued', 'skipped', 'sent', 'delivered', 'bounced'] },
};

/** The status after a change; the same when the change comes too late to count. */
export function nextEmailStatus(status: EmailStatus, change: EmailChange): EmailStatus {
  const { to, from } = moves[change];
  return from.includes(status) ? to : status;
}

/** The status that a change leads to, and those that it is taken in: what a conditional write needs. */
export function moveOf(change: EmailChange): Move {
  return moves[change];
}
