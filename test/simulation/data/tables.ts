/** Simulates the stored data of submissions, with backups, and of data requests. */
import { timestamp } from '../../../lambdas/core/clock.ts';
import type { DataRequest, StoredMatch } from '../../../lambdas/data-requests/data-request.ts';
import type { ErasedBatch } from '../../../lambdas/data-requests/erasing/erased-batch.ts';
import type { RequestRecords } from '../../../lambdas/data-requests/request-records.ts';
import type { Submission } from '../../../lambdas/submissions/submission.ts';
import type { Invocation } from '../aws/invocation.ts';
import type { ErasureRemedy } from './remedies.ts';

/** Data that a restore brings back, keyed by submission id. */
export class StoredData {
  readonly submissions = new Map<string, Submission>();
  readonly emails = new Set<string>();
  readonly deliveries = new Set<string>();
  readonly files = new Set<string>();

  /** Replaces everything with the content of a backup. */
  restore(backup: StoredData): void {
    this.submissions.clear();
    for (const [id, of] of backup.submissions) this.submissions.set(id, of);
    for (const name of ['emails', 'deliveries', 'files'] as const) {
      this[name].clear();
      for (const id of backup[name]) this[name].add(id);
    }
  }

  /** Returns every place where parts of a submission are stored. */
  placesOf(id: string): string[] {
    const all = ['submissions', 'emails', 'deliveries', 'files'] as const;
    return all.filter((name) => this[name].has(id));
  }
}

/** Rows per page. The number is small, so that a few submissions take several pages and batches. */
const PAGE = 3;

/** Simulates the data requests, their matches and their batches. */
export class Requests {
  readonly rows = new Map<string, DataRequest>();
  readonly matches = new Map<string, Map<string, StoredMatch>>();
  readonly batches = new Map<string, Map<string, ErasedBatch>>();
  /** Time when a function last worked on each running request. */
  readonly touched = new Map<string, number>();
  readonly #without: ErasureRemedy | undefined;
  readonly #now: () => number;

  constructor(without: ErasureRemedy | undefined, now: () => number) {
    this.#without = without;
    this.#now = now;
  }

  matchesOf(id: string): Map<string, StoredMatch> {
    const found = this.matches.get(id) ?? new Map<string, StoredMatch>();
    this.matches.set(id, found);
    return found;
  }

  batchesOf(id: string): Map<string, ErasedBatch> {
    const found = this.batches.get(id) ?? new Map<string, ErasedBatch>();
    this.batches.set(id, found);
    return found;
  }

  start(before: DataRequest | undefined, request: DataRequest): DataRequest | undefined {
    if (this.rows.get(request.kind)?.version !== before?.version) return undefined;
    const started: DataRequest = { ...request, slot: 'data-request-1', version: (before?.version ?? 0) + 1 };
    this.rows.set(started.kind, started);
    this.touched.set(started.kind, this.#now());
    return started;
  }

  replace(before: DataRequest, after: DataRequest): DataRequest | undefined {
    const stored = this.rows.get(before.kind);
    if (this.#without !== 'compare-and-swap' && stored?.version !== before.version) return undefined;
    const next = { ...this.#changed(after), version: before.version + 1 };
    this.rows.set(next.kind, next);
    return next;
  }

  /** Skips the waits of the remedy that is turned off. */
  #changed(request: DataRequest): DataRequest {
    const { erasure } = request;
    const until = timestamp(this.#now());
    if (this.#without === 'late-writes' && erasure?.stage === 'wait')
      return { ...request, erasure: { ...erasure, until } };
    if (this.#without === 'arrival' && erasure?.stage === 'search')
      return { ...request, erasure: { ...erasure, until } };
    return request;
  }

  /** Returns the store that an invocation uses. Each of its requests is a call. */
  of(invocation: Invocation): RequestRecords {
    const call = invocation.call.bind(invocation);
    return {
      find: (id) => call('request.find', () => this.rows.get(id)),
      list: () => Promise.reject(new Error('Not simulated')),
      matches: (id, limit) =>
        call('match.list', () => {
          const rows = [...this.matchesOf(id).values()].toSorted((a, b) => (a.kind > b.kind ? -1 : 1));
          return { rows: rows.slice(0, Math.min(limit, PAGE)), next: undefined };
        }),
      addMatches: async (matches) => {
        for (const each of matches)
          await call('match.put', () => this.matchesOf(each.form_id).set(each.kind, each));
      },
      removeMatches: (id) =>
        call('match.clear', () => {
          this.matchesOf(id).clear();
          return true;
        }),
      touch: ({ kind, slot }) =>
        call('request.touch', () => {
          if (slot !== undefined) this.touched.set(kind, this.#now());
        }),
      start: (before, request) => call('request.start', () => this.start(before, request)),
      replace: (before, after) => call('request.replace', () => this.replace(before, after)),
    };
  }
}
