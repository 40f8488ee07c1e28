import {
  changeFacts,
  deletionFacts,
  type ChangedSubmission,
} from '../../lambdas/submissions/events/submission-change.ts';

const ACTOR = { type: 'member', id: 'mem_1', name: 'Grace' };
const before: ChangedSubmission = { status: 'received' };
const after = (change: Partial<ChangedSubmission>): ChangedSubmission => ({
  ...before,
  version: 1,
  changed_by: JSON.stringify(ACTOR),
  ...change,
});

describe('changeFacts', () => {
  it.each([
    [{ status: 'spam' }, ['status']],
    [{ starred: true, read_at: '2026-11-30T10:00:00.000Z' }, ['starred', 'read']],
    [{ note: 'Call', assignee: 'mem_2', labels: ['lbl_1'] }, ['note', 'assignee', 'labels']],
    [{ handled_at: '2026-11-30T10:00:00.000Z' }, ['handled']],
  ] as const)('of %j lists %j and the actor', (change, changed) => {
    expect(changeFacts(before, after(change as Partial<ChangedSubmission>))).toEqual({
      changed,
      actor: ACTOR,
    });
  });

  it('are undefined for spam, and if nothing changed or no webhook receives them', () => {
    expect(changeFacts(before, after({}))).toBeUndefined();
    expect(changeFacts(before, after({ starred: true, changed_by: undefined }))).toBeUndefined();
    expect(changeFacts(before, after({ starred: true, version: undefined }))).toBeUndefined();
    const spam: ChangedSubmission = { status: 'spam' };
    expect(changeFacts(spam, after({ status: 'spam', starred: true }))).toBeUndefined();
    expect(changeFacts(spam, after({}))).toBeUndefined();
  });
});

describe('deletionFacts', () => {
  const now = Date.parse('2026-11-30T10:00:00.000Z');
  const deleted_at = '2026-11-30T10:00:00.000Z';

  it('distinguish a deletion from an expiry', () => {
    expect(deletionFacts({ status: 'received' }, now)).toEqual({ deleted_at, reason: 'deleted' });
    const later = { status: 'received', expires_at: now / 1000 + 1 } as const;
    expect(deletionFacts(later, now)).toEqual({ deleted_at, reason: 'deleted' });
    const due = { status: 'received', expires_at: now / 1000 } as const;
    expect(deletionFacts(due, now)).toEqual({ deleted_at, reason: 'expired' });
    expect(deletionFacts({ ...due, erased: true }, now)).toEqual({ deleted_at, reason: 'erased' });
  });

  it('are undefined for spam', () => {
    expect(deletionFacts({ status: 'spam' }, now)).toBeUndefined();
    expect(deletionFacts({ status: 'spam', erased: true }, now)).toBeUndefined();
  });
});
