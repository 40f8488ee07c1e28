import { DrivePage } from '../../lambdas/localized/drive-page.ts';
import type { DriveEntryView } from '../../lambdas/localized/localized-submission.ts';
import { toFormView } from '../../lambdas/forms/form-view.ts';
import { newForm } from '../../lambdas/forms/form.ts';
import { systemRandom } from '../../lambdas/core/random.ts';

const KIB = 1024;

function entryOf(submissions: number, text: string): DriveEntryView {
  return {
    form: toFormView(newForm('acc_1', { name: 'Contact' }, 0, systemRandom), {
      emailEnabled: true,
      statusOf: () => 'pending',
      countsOf: () => ({ unread: 0, open: 0, received_30d: 0, spam_30d: 0 }),
    }),
    submissions: Array.from({ length: submissions }, (_, index) => ({
      id: `sub_${index}`,
      form_id: 'frm_1',
      received_at: '2026-11-01T00:00:00.000Z',
      status: 'received' as const,
      files: 0,
      attachments: [],
      payload: { text },
    })),
    next_cursor: null,
  };
}
const cursorAfter = (id: string) => `after ${id}`;
const answerBytes = (page: DrivePage) => Buffer.byteLength(JSON.stringify(JSON.stringify(page.entries)));

it('includes as many forms as fit on the page', () => {
  const page = new DrivePage();
  const added = Array.from({ length: 4 }, () => page.add(entryOf(10, 'x'.repeat(100 * KIB)), cursorAfter));
  expect(added).toEqual([true, true, false, false]);
  expect(page.entries.map(({ submissions }) => submissions.length)).toEqual([10, 10]);
});

it('truncates the submissions of a single large form and adds a cursor to continue', () => {
  const page = new DrivePage();
  expect(page.add(entryOf(25, 'x'.repeat(256 * KIB)), cursorAfter)).toBe(true);
  const [entry] = page.entries;
  expect(entry!.submissions).toHaveLength(9);
  expect(entry!.next_cursor).toBe('after sub_8');
  expect(page.add(entryOf(0, ''), cursorAfter)).toBe(false);
});

it("stays below Lambda's response limit even for text that JSON escapes to six times its size", () => {
  const page = new DrivePage();
  page.add(entryOf(25, '\u0001'.repeat(256 * KIB)), cursorAfter);
  expect(page.entries[0]!.submissions).toHaveLength(1);
  expect(answerBytes(page)).toBeLessThan(6 * KIB * KIB);
});
