/** Finds the forms that receive too many submissions for one partition (docs/decisions/0054). */
import type { Payload } from '../core/payload.ts';

/** Rate at which a form counts as hot: half of the 1,000 write units per second that a partition can handle. */
const HOT_UNITS_PER_SECOND = 500;
/**
 * Minimum time over which to measure the rate, in milliseconds, so that a short burst doesn't make a form
 * hot.
 */
const SHORTEST_MS = 500;
const BYTES_PER_UNIT = 1024;

export interface ArrivedSubmission {
  readonly account_id: string;
  readonly form_id: string;
  readonly received_at: string;
  readonly imported_at?: string | undefined;
  readonly payload: Payload;
}

/** Identifies a submission's form. */
export type FormOfSubmission = Pick<ArrivedSubmission, 'account_id' | 'form_id'>;

/**
 * Returns the forms whose new submissions use more than half of a partition's write capacity.
 * @param arrived the new submissions in a batch of the stream
 */
export function hotForms(arrived: readonly ArrivedSubmission[]): FormOfSubmission[] {
  const posted = arrived.filter(({ imported_at }) => imported_at === undefined);
  return [...Map.groupBy(posted, ({ form_id }) => form_id).values()].filter(isHot).map(([first]) => {
    const { account_id = '', form_id = '' } = first ?? {};
    return { account_id, form_id };
  });
}

function isHot(submissions: readonly ArrivedSubmission[]): boolean {
  const times = submissions.map(({ received_at }) => Date.parse(received_at));
  const milliseconds = Math.max(SHORTEST_MS, Math.max(...times) - Math.min(...times));
  const units = submissions.reduce((sum, { payload }) => sum + unitsOf(payload), 0);
  return units * 1000 >= HOT_UNITS_PER_SECOND * milliseconds;
}

/** Estimates the write units of a submission from its fields. */
function unitsOf(payload: Payload): number {
  const characters = [...payload].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return 1 + Math.floor(characters / BYTES_PER_UNIT);
}
