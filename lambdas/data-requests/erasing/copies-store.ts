/**
 * Deletes earlier copies of erased submissions (Exports bucket): ZIP files of data requests, and large
 * exports, which are kept for a day.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { deleteObjects } from '../../aws/s3-deletes.ts';
import type { DataRequest } from '../data-request.ts';
import type { RequestRecords } from '../request-records.ts';
import type { zipStore } from '../packing/zip-store.ts';
import type { ErasedBatches } from './erased-batch.ts';

const PAGE = 100;

interface Deps {
  readonly requests: Pick<RequestRecords, 'list' | 'replace'>;
  readonly batches: Pick<ErasedBatches, 'list'>;
  readonly zips: Pick<ReturnType<typeof zipStore>, 'idsIn' | 'remove'>;
}

export function copiesStore(s3: S3Client, exportsBucket: string, { requests, batches, zips }: Deps) {
  /** Returns the ids of the submissions that the request has erased, and of their forms. */
  const erasedBy = async ({ kind }: DataRequest) => {
    const submissions = new Set<string>();
    const forms = new Set<string>();
    let after: string | undefined;
    for (;;) {
      const page = await batches.list(kind, after);
      after = page.at(-1)?.kind;
      if (after === undefined) return { submissions, forms };
      for (const { form_id, submission_id } of page.flatMap((batch) => batch.submissions)) {
        submissions.add(submission_id);
        forms.add(form_id);
      }
    }
  };

  /** Returns the account's other requests. */
  const otherRequests = async ({ form_id, kind }: DataRequest): Promise<DataRequest[]> => {
    const found: DataRequest[] = [];
    let after: string | undefined;
    do {
      const { rows, next } = await requests.list(form_id, PAGE, after);
      found.push(...rows.filter((row) => row.kind !== kind));
      after = next;
    } while (after !== undefined);
    return found;
  };

  return {
    /**
     * Deletes the copies. Safe to repeat.
     * @returns false if an export that may contain erased data is still being packed; the call must then be
     *   repeated
     */
    async remove(request: DataRequest): Promise<boolean> {
      const erased = await erasedBy(request);
      const others = await otherRequests(request);
      let areGone = true;
      for (const other of others) {
        const { zip_key, digest, ...rest } = other;
        if (zip_key === undefined) continue;
        const ids = digest === request.digest ? undefined : await zips.idsIn(zip_key);
        if (ids && !ids.some((id) => erased.submissions.has(id))) continue;
        await zips.remove(zip_key);
        areGone = (await requests.replace(other, { ...rest, digest })) !== undefined && areGone;
      }
      if (erased.forms.size > 0) {
        for (const ownerId of [...erased.forms, request.form_id])
          await deleteObjects(s3, exportsBucket, `${ownerId}/`);
      }
      // If the request was repeated after a restore, its search time is older than the restore, so assume
      // that every export may contain erased data.
      const mayHaveFound = ({ created_at }: DataRequest): boolean =>
        request.received_before !== undefined || created_at < request.searched_until;
      return areGone && !others.some((other) => other.status === 'packing' && mayHaveFound(other));
    },
  };
}
