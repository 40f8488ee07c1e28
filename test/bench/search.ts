/**
 * Measures searching a form with 100,000 submissions for a common word, and for a word that only the oldest
 * submission contains. Reads page by page, as a client would. Then calculates the cost of storing folded text
 * (docs/decisions/0028-words-are-folded-while-reading.md).
 */
import { newAccount } from '../support/samples/accounts.ts';
import type { TestOperations } from '../support/service/operations.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { foldText } from '../../lambdas/core/text/folded-text.ts';
import { toSubmissionItem } from '../../lambdas/submissions/submission.ts';
import { spread } from './figures.ts';
import { withOperations } from './with-operations.ts';

const SIZE = 100_000;
const SAMPLES = 50;
const STORED_AT_ONCE = 5_000;

const FIELDS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A question about the Analytical Engine',
  message: 'Dear colleagues, could you please tell me when the next meeting takes place? '.repeat(6),
};

/**
 * Measures search. Goal: the first page for a common word within 300 ms, and all pages for a rare word within
 * 5 s.
 */
export function benchSearch(): Promise<void> {
  return withOperations(async (service) => {
    const { accountId, key } = await newAccount(service.stores);
    const form = await storedForm(service.stores, { account: accountId });
    const start = Date.now() - SIZE * 1000;
    for (let stored = 0; stored < SIZE; stored += STORED_AT_ONCE) {
      const made = Array.from({ length: STORED_AT_ONCE }, (_, index) =>
        submissionOf(form, {
          at: start + (stored + index) * 1000,
          fields: stored + index === 0 ? { ...FIELDS, name: 'Łukasz Müller' } : FIELDS,
        }),
      );
      await putSubmissions(service.stores, made);
    }
    await benchPages(service, key, form.form_id);
    compareStorage(submissionOf(form, { fields: FIELDS }));
  });
}

async function benchPages({ call }: TestOperations, key: string, id: string): Promise<void> {
  const page = async (query: Record<string, string>) => {
    const { status, body, ms } = await call('listSubmissions', { key, path: { id }, query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { ms, body: body as { data: unknown[]; next_cursor: string | null; searched_until: string } };
  };
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) times.push((await page({ q: 'LOVELÁCE' })).ms);
  console.log(`first page for a common word: ${spread(times)}`);

  for (let cursor: string | null | undefined; cursor !== null;) {
    const { ms, body } = await page({ q: 'lukasz muller', ...(cursor !== undefined && { cursor }) });
    console.log(
      `page for a rare word: ${body.data.length} found in ${ms.toFixed(0)} ms, ` +
        `searched until ${body.searched_until}${body.next_cursor === null ? ', complete' : ''}`,
    );
    cursor = body.next_cursor;
  }
}

/**
 * Prints the storage cost of submissions with and without folded text. The item size is approximate, but the
 * size of the folded text is exact.
 */
function compareStorage(sample: Parameters<typeof toSubmissionItem>[0]): void {
  const bytes = Buffer.byteLength(JSON.stringify(toSubmissionItem(sample)));
  const folded = Buffer.byteLength(foldText([...sample.payload.values()].join(' ')));
  const units = (size: number) => Math.ceil(size / 1024);
  console.log(
    `a post of ${Buffer.byteLength(JSON.stringify(FIELDS))} bytes: stored as ${bytes} bytes, ${units(bytes)} write units; ` +
      `with folded text ${bytes + folded} bytes, ${units(bytes + folded)} units`,
  );
}
