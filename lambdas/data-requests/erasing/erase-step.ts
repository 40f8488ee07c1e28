/**
 * Erases the data found by a confirmed data request: the submissions, other records of the address, and
 * stored copies. Then searches again for data that arrived or changed in the meantime. Finally, deletes data
 * that was stored late, by functions that were already running when the submissions were erased. Each step
 * can be repeated and continues where the previous one stopped.
 */
import { mapInParallel } from '../../core/map-in-parallel.ts';
import { SECOND, timestamp } from '../../core/clock.ts';
import { erasePerson, type PersonErasure } from '../../erasure/erase-person.ts';
import { eraseSubmission, eraseTraces, type SubmissionErasure } from '../../erasure/erase-submission.ts';
import type { Submission } from '../../submissions/submission.ts';
import { addCounts, countMatches, type Counted } from '../count-matches.ts';
import { endedRequest, type DataRequest } from '../data-request.ts';
import type { RequestRecords } from '../request-records.ts';
import { matchKeyOf, searchForms, type SearchDeps } from '../search-step.ts';
import { certificateOf, type Leftovers } from '../certificate.ts';
import type { StepResult } from '../work-on-request.ts';
import { batchKeyOf, type ErasedBatch, type ErasedBatches, type ErasedSubmission } from './erased-batch.ts';
import {
  ARRIVAL_SECONDS,
  LATE_WRITES_SECONDS,
  type ErasureClaim,
  type ErasureProgress,
} from './erasure-progress.ts';

export interface EraseDeps extends SearchDeps {
  readonly requests: SearchDeps['requests'] & Pick<RequestRecords, 'matches'>;
  readonly batches: ErasedBatches;
  readonly submissions: SubmissionErasure;
  /** Returns the submissions that still exist. */
  findSubmissions(refs: readonly Pick<Submission, 'form_id' | 'submission_id'>[]): Promise<Submission[]>;
  /** Deletes the idempotency items of these submissions to a form. */
  removeIdempotencyKeys(formId: string, erased: readonly ErasedSubmission[]): Promise<void>;
  /** Removes deleted submissions from their form's search index. */
  removeFromSearch(formId: string, submissionIds: readonly string[]): Promise<void>;
  /** Stops the account's imports that haven't ended, and deletes their files. */
  stopImports(request: DataRequest): Promise<void>;
  /** Returns the operations that erase the account's own records of the request's address. */
  personOf(request: DataRequest): Promise<PersonErasure>;
  /**
   * Deletes earlier ZIP files with the person's data and stored copies of large exports.
   * @returns false if an earlier export is still being packed
   */
  removeCopies(request: DataRequest): Promise<boolean>;
  /** Checks whether dead-letter queues contain messages and whether there are failed stream records. */
  leftovers(): Promise<Leftovers>;
}

/** Number of matches in a batch. */
const BATCH = 100;
/** Number of submissions to erase in parallel. */
const CONCURRENCY = 10;

type Stage<Name extends ErasureProgress['stage']> = Extract<ErasureProgress, { stage: Name }>;
/**
 * Performs part of an erasure stage. Returns the updated request, or undefined if another function is
 * processing it.
 */
type Run<Name extends ErasureProgress['stage']> = (
  request: DataRequest,
  progress: Stage<Name>,
  deps: EraseDeps,
  isOutOfTime: () => boolean,
) => Promise<DataRequest | undefined>;

/** Erases data until the request is finished, must wait for late writes, or runs out of time. */
export async function eraseStep(
  request: DataRequest,
  deps: EraseDeps,
  isOutOfTime: () => boolean,
): Promise<StepResult> {
  let current: DataRequest | undefined = request;
  while (current?.status === 'erasing' && !isOutOfTime()) {
    const progress: ErasureProgress = current.erasure ?? { stage: 'matches', round: 1 };
    if (progress.stage === 'wait') {
      const left = Date.parse(progress.until) - deps.now();
      if (left > 0) return { request: current, delaySeconds: Math.ceil(left / SECOND) };
    }
    current = await runStage(current, progress, deps, isOutOfTime);
  }
  return { request: current };
}

function runStage(
  request: DataRequest,
  progress: ErasureProgress,
  deps: EraseDeps,
  isOutOfTime: () => boolean,
): Promise<DataRequest | undefined> {
  switch (progress.stage) {
    case 'matches':
      return eraseMatches(request, progress, deps, isOutOfTime);
    case 'person':
    case 'last-person':
      return eraseAddress(request, progress, deps, isOutOfTime);
    case 'wait':
      return endWait(request, progress, deps, isOutOfTime);
    case 'search':
      return searchAgain(request, progress, deps, isOutOfTime);
    case 'last-pass':
      return eraseLateWrites(request, progress, deps, isOutOfTime);
  }
}

/** Claims a batch of matches, or erases the batch that is already claimed. */
const eraseMatches: Run<'matches'> = async (request, { round, claim }, deps) => {
  if (claim) {
    const batch = await storedBatch(request, claim, deps);
    await eraseAll(request, batch, deps, eraseSubmission);
    await deps.batches.removeMatches(
      claim.submissions.map(({ submission_id }) => matchKeyOf(request.kind, submission_id)),
    );
    return deps.requests.replace(request, { ...request, erasure: { stage: 'matches', round } });
  }
  const { rows } = await deps.requests.matches(request.kind, BATCH, undefined);
  if (rows.length === 0) {
    const erasure: ErasureProgress = round === 1 ? { stage: 'person' } : waitFor('last-pass', deps.now());
    return deps.requests.replace(request, { ...request, erasure });
  }
  const submissions = rows.map(({ owner_form_id: form_id, submission_id }) => ({ form_id, submission_id }));
  const next: ErasureClaim = { kind: batchKeyOf(request), submissions };
  return deps.requests.replace(request, { ...request, erasure: { stage: 'matches', round, claim: next } });
};

/** Stores which submissions will be erased next and how many records they have. */
async function storedBatch(
  request: DataRequest,
  { kind, submissions: refs }: ErasureClaim,
  deps: EraseDeps,
): Promise<Pick<ErasedBatch, 'submissions'>> {
  const found = await deps.findSubmissions(refs);
  const imported = new Set(
    found.filter(({ imported_at }) => imported_at !== undefined).map(({ submission_id }) => submission_id),
  );
  const submissions = refs.map((ref): ErasedSubmission => ({
    ...ref,
    ...(imported.has(ref.submission_id) && { is_imported: true }),
  }));
  const key = { form_id: request.kind, kind };
  const batch = { ...key, submissions, ...(await countedOf(request, found, deps)) };
  // If the batch is already stored, a function crashed while erasing it. Keep the stored counts, because some
  // records may already be gone.
  await deps.batches.add(batch);
  return batch;
}

async function countedOf(
  request: DataRequest,
  found: readonly Submission[],
  { reader }: EraseDeps,
): Promise<Counted> {
  let counted = NOTHING;
  for (const [formId, submissions] of Map.groupBy(found, ({ form_id }) => form_id)) {
    const form = await reader.findForm(request.form_id, formId);
    const of = form ?? { form_id: formId, account_id: request.form_id, name: '' };
    counted = addCounts(counted, await countMatches(of, submissions, request.email, reader));
  }
  return counted;
}

const NOTHING: Counted = {
  counts: { submissions: 0, spam: 0, files: 0, emails: 0, deliveries: 0, recipients: 0 },
  forms: [],
  told: { webhooks: [], recipients: [], connections: [] },
};

/**
 * Erases a batch's submissions.
 * @throws the first error, after all submissions have been processed
 */
async function eraseAll(
  request: DataRequest,
  { submissions }: Pick<ErasedBatch, 'submissions'>,
  deps: EraseDeps,
  erase: typeof eraseSubmission,
): Promise<void> {
  const errors: unknown[] = [];
  await mapInParallel(submissions, CONCURRENCY, (ref) =>
    erase({ ...ref, account_id: request.form_id }, deps.submissions).catch((error: unknown) => {
      errors.push(error);
    }),
  );
  if (errors.length > 0) throw errors[0];
  for (const [formId, erased] of Map.groupBy(submissions, ({ form_id }) => form_id)) {
    const ids = erased.map(({ submission_id }) => submission_id);
    await deps.removeFromSearch(formId, ids);
  }
}

/** Erases all other records of the address and all copies of the submissions. */
const eraseAddress: Run<'person' | 'last-person'> = async (request, progress, deps, isOutOfTime) => {
  if (request.email !== undefined) {
    const person = await deps.personOf(request);
    const after = await erasePerson(person, progress.after, isOutOfTime);
    if (after) return deps.requests.replace(request, { ...request, erasure: { ...progress, after } });
  }
  // Stop imports before the second search, so that the search finds all imported rows.
  if (progress.stage === 'person') await deps.stopImports(request);
  const areCopiesGone = await deps.removeCopies(request);
  const next =
    progress.stage === 'person'
      ? { ...request, erasure: waitFor('search', deps.now()) }
      : areCopiesGone
        ? finishedRequest(request, deps.now(), await deps.leftovers())
        : { ...request, erasure: waitFor('last-pass', deps.now()) };
  return deps.requests.replace(request, next);
};

const finishedRequest = (request: DataRequest, now: number, leftovers: Leftovers): DataRequest =>
  endedRequest(request, { status: 'finished', certificate: certificateOf(request, now, leftovers) }, now);

function waitFor(next: Stage<'wait'>['for'], now: number): ErasureProgress {
  return { stage: 'wait', for: next, until: timestamp(now + LATE_WRITES_SECONDS * SECOND) };
}

const endWait: Run<'wait'> = (request, progress, { requests, now }) => {
  if (progress.for === 'last-pass') return requests.replace(request, beforeLastPass(request));
  // All submissions that arrived before `until` have been stored by now.
  const until = timestamp(now() - ARRIVAL_SECONDS * SECOND);
  const { recipients } = request.counts;
  return requests.replace(request, { ...request, erasure: { stage: 'search', until, recipients } });
};

/** Returns the request with its counts reset, because the last pass adds them up again. */
const beforeLastPass = (request: DataRequest): DataRequest => ({
  ...request,
  ...NOTHING,
  counts: { ...NOTHING.counts, recipients: request.counts.recipients },
  erasure: { stage: 'last-pass' },
});

const searchAgain: Run<'search'> = async (request, { until, recipients }, deps, isOutOfTime) => {
  const searched = await searchForms(request, deps, isOutOfTime);
  if (!searched || searched.search?.form_ids.length !== 0) return searched;
  const { search: _, ...rest } = searched;
  const found: DataRequest = {
    ...rest,
    counts: { ...rest.counts, recipients },
    searched_until: rest.received_before ?? until,
    erasure: { stage: 'matches', round: 2 },
  };
  const { rows } = await deps.requests.matches(request.kind, 1, undefined);
  return deps.requests.replace(searched, rows.length > 0 ? found : beforeLastPass(found));
};

/** Processes a few batches: deletes data that was stored late and adds the batches' counts to the request. */
const eraseLateWrites: Run<'last-pass'> = async (request, { after }, deps) => {
  const batches = await deps.batches.list(request.kind, after);
  const last = batches.at(-1);
  if (!last) return deps.requests.replace(request, { ...request, erasure: { stage: 'last-person' } });
  let counted: Counted = request;
  for (const batch of batches) {
    await eraseAll(request, batch, deps, eraseTraces);
    const byForm = Map.groupBy(batch.submissions, ({ form_id }) => form_id);
    for (const [formId, erased] of byForm) await deps.removeIdempotencyKeys(formId, erased);
    counted = addCounts(counted, batch);
  }
  return deps.requests.replace(request, {
    ...request,
    ...counted,
    erasure: { stage: 'last-pass', after: last.kind },
  });
};
