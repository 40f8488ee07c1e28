/** Tests every change in every e-mail status, with a handwritten table. */
import {
  emailChanges,
  emailStatuses,
  moveOf,
  nextEmailStatus,
  type EmailChange,
  type EmailStatus,
} from '../../../lambdas/submissions/email-log/email-status.ts';

const columns = ['queued', 'skipped', 'sent', 'delivered', 'bounced', 'complained'] as const;

/** Resulting status for each change. Each column is an earlier status. */
const table: Record<EmailChange, readonly EmailStatus[]> = {
  skipped: ['skipped', 'skipped', 'sent', 'delivered', 'bounced', 'complained'],
  sent: ['sent', 'sent', 'sent', 'delivered', 'bounced', 'complained'],
  delayed: ['sent', 'sent', 'sent', 'delivered', 'bounced', 'complained'],
  delivered: ['delivered', 'delivered', 'delivered', 'delivered', 'bounced', 'complained'],
  failed: ['bounced', 'bounced', 'bounced', 'delivered', 'bounced', 'complained'],
  bounced: ['bounced', 'bounced', 'bounced', 'bounced', 'bounced', 'complained'],
  complained: ['complained', 'complained', 'complained', 'complained', 'complained', 'complained'],
};

it('covers every status and every change', () => {
  expect(columns.toSorted()).toEqual(emailStatuses.toSorted());
  expect(Object.keys(table).toSorted()).toEqual(emailChanges.toSorted());
});

it.each(Object.entries(table) as [EmailChange, readonly EmailStatus[]][])(
  'handles %s correctly in every status',
  (change, expected) => {
    expect(columns.map((status) => nextEmailStatus(status, change))).toEqual(expected);
  },
);

it('makes each write conditional on the statuses that allow the change', () => {
  for (const change of emailChanges) {
    const { to, from } = moveOf(change);
    for (const status of columns)
      expect(nextEmailStatus(status, change)).toBe(from.includes(status) ? to : status);
  }
});

it('ends up with the same status whatever the order of events', () => {
  const orders = (changes: readonly EmailChange[]): EmailChange[][] =>
    changes.length < 2
      ? [[...changes]]
      : changes.flatMap((first, index) =>
          orders(changes.toSpliced(index, 1)).map((rest) => [first, ...rest]),
        );
  const told: EmailChange[] = ['sent', 'delayed', 'delivered', 'bounced', 'complained'];
  for (let some = 1; some < 2 ** told.length; some += 1) {
    const changes = told.filter((_, bit) => some & (2 ** bit));
    const ends = orders(changes).map((order) =>
      order.reduce<EmailStatus>((status, change) => nextEmailStatus(status, change), 'queued'),
    );
    expect(new Set(ends).size).toBe(1);
  }
});
