/**
 * Removes the segments that contain certain submissions from a form's search index. These segments are then
 * rebuilt from the stored submissions. Imports also call this function for the submissions that they add.
 */
import { Unavailable } from '../../core/errors/errors.ts';
import { ulidOf } from '../../core/ids.ts';
import { partitionOf, pieceOf } from '../../core/submission-pieces.ts';
import type { Clock } from '../../core/clock.ts';
import type { IndexItems, PartObjects } from './index-records.ts';
import { coversAny, mayBeRead, segmentsWithout, withParts, type IndexPart } from './search-index.ts';

export interface ForgetDeps {
  readonly now: Clock;
  readonly index: Pick<IndexItems, 'find' | 'replace'>;
  readonly parts: Pick<PartObjects, 'get' | 'put' | 'remove'>;
}

/**
 * Maximum number of submissions to record for a running batch. If there are more, the batch can't store its
 * result.
 */
const MAX_NOTED = 1_000;
/** Maximum number of attempts if other functions change the index at the same time. */
const ATTEMPTS = 5;

/**
 * Removes the submissions. Call this function after the submissions have been deleted or stored. If a batch
 * is building the index and may have read the submissions before that, it discards their segments. Safe to
 * repeat.
 * @throws Unavailable if other functions keep changing the index
 */
export async function forgetSubmissions(
  formId: string,
  submissionIds: readonly string[],
  deps: ForgetDeps,
): Promise<void> {
  for (const [piece, ids] of Map.groupBy(submissionIds, pieceOf))
    await forgetInPartition(partitionOf(formId, piece), ids.map(ulidOf), deps);
}

async function forgetInPartition(
  partition: string,
  ulids: readonly string[],
  { now, index, parts }: ForgetDeps,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await index.find(partition);
    if (!found) return;
    const old = found.parts.filter((part) => coversAny(part, ulids));
    const noted = found.busy_until > now() ? mayBeRead(found, ulids) : [];
    if (old.length === 0 && noted.length === 0) return;
    const made: IndexPart[] = [];
    for (const part of old) {
      // The object is missing if an earlier call was interrupted.
      const segments = (await parts.get(part)) ?? [];
      for (const left of segmentsWithout(segments, ulids)) made.push(await parts.put(partition, left));
      // Delete the object before changing the index, so that a repeated call finds the part again.
      await parts.remove([part.key]);
    }
    const others = found.parts.filter((part) => !old.includes(part));
    const changed = [...found.changed, ...noted];
    const after = {
      ...found,
      parts: withParts(others, made),
      ...(changed.length > MAX_NOTED ? { busy_until: 0, changed: [] } : { changed }),
    };
    if (await index.replace(found, after)) return;
    await parts.remove(made.map(({ key }) => key));
  }
  throw new Unavailable();
}
