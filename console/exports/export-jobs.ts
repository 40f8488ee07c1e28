/** Tracks running and finished exports, so that they continue when the user leaves the screen. */
import { useSyncExternalStore } from 'react';
import { ApiError, NoConnection } from '../api/api-error.ts';
import { api, fetched } from '../api/api-client.ts';
import { saveFile } from './save-file.ts';
import type { ExportQuery } from './export-options.ts';

export interface ExportRequest {
  /** Undefined for an export of all forms. */
  readonly formId?: string | undefined;
  /** Beginning of the file's name. */
  readonly name: string;
  readonly query: ExportQuery;
}

export type ExportState =
  /** While `bytes` is zero, the service is still reading submissions and hasn't sent the first byte. */
  | { readonly step: 'running'; readonly bytes: number; readonly total: number | undefined }
  | { readonly step: 'done'; readonly bytes: number }
  | { readonly step: 'cancelled' }
  /** The page was reloaded while the export was running. */
  | { readonly step: 'interrupted' }
  | { readonly step: 'failed'; readonly error: unknown };

export interface ExportJob {
  readonly id: string;
  readonly request: ExportRequest;
  readonly startedAt: string;
  readonly fileName: string;
  readonly state: ExportState;
}

const KEY = 'running exports';
let jobs: readonly ExportJob[] = interruptedJobs();
const files = new Map<string, Blob>();
const controllers = new Map<string, AbortController>();
const listeners = new Set<() => void>();

function change(next: readonly ExportJob[]): void {
  jobs = next;
  keepRunning();
  listeners.forEach((listener) => listener());
}

const setState = (id: string, state: ExportState): void =>
  change(jobs.map((job) => (job.id === id ? { ...job, state } : job)));

/** Returns this tab's exports, newest first. */
export function useExportJobs(): readonly ExportJob[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => jobs,
  );
}

/**
 * Starts an export and saves the file when it's complete. Calls `onEnd` with the result unless the export was
 * canceled.
 */
export function startExport(request: ExportRequest, onEnd: (job: ExportJob) => void): void {
  const id = crypto.randomUUID();
  const startedAt = new Date().toISOString();
  const name = `${request.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'export'}-${startedAt.slice(0, 10)}`;
  const fileName = `${name}.${request.query.format}`;
  const state: ExportState = { step: 'running', bytes: 0, total: undefined };
  change([{ id, request, startedAt, fileName, state }, ...jobs]);
  const controller = new AbortController();
  controllers.set(id, controller);
  void run(id, request, controller.signal)
    .then((blob) => {
      files.set(id, blob);
      setState(id, { step: 'done', bytes: blob.size });
      saveExport(id);
    })
    .catch((error: unknown) =>
      setState(id, controller.signal.aborted ? { step: 'cancelled' } : { step: 'failed', error }),
    )
    .finally(() => {
      controllers.delete(id);
      const job = jobs.find((each) => each.id === id);
      if (job && job.state.step !== 'cancelled') onEnd(job);
    });
}

/**
 * Downloads the export.
 * @throws ApiError, NoConnection, or AbortError if the export was canceled
 */
async function run(id: string, { formId, query }: ExportRequest, signal: AbortSignal): Promise<Blob> {
  const how = { parseAs: 'stream', signal } as const;
  const call =
    formId === undefined
      ? api.GET('/v1/submissions/export', { params: { query }, ...how })
      : api.GET('/v1/forms/{id}/submissions/export', { params: { path: { id: formId }, query }, ...how });
  const stream: unknown = await fetched(call);
  const { response } = await call;
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (!(stream instanceof ReadableStream)) return new Blob([], { type });
  // In a compressed response, `content-length` is the compressed length, so it can't be used to show the
  // progress.
  const length = Number(response.headers.get('content-length') ?? NaN);
  const isKnown = Number.isFinite(length) && length > 0 && !response.headers.has('content-encoding');
  const total = isKnown ? length : undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    chunks.push(piece.value);
    bytes += piece.value.byteLength;
    setState(id, { step: 'running', bytes, total });
  }
  return new Blob(chunks, { type });
}

export function cancelExport(id: string): void {
  controllers.get(id)?.abort();
}

/** Returns true if a finished export's file is still in memory, so that it can be saved again. */
export const hasFile = (id: string): boolean => files.has(id);

/** Saves the exported file as a browser download. */
export function saveExport(id: string): void {
  const file = files.get(id);
  const job = jobs.find((each) => each.id === id);
  if (!file || !job) return;
  saveFile(file, job.fileName);
}

export function forgetExport(id: string): void {
  files.delete(id);
  change(jobs.filter((job) => job.id !== id));
}

/**
 * Returns true if the export failed because the data is too large for one file. The service reports this as
 * an error in the `since` parameter.
 */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'since');

/** Stores running exports for this tab, so that they can be restarted after a reload. */
function keepRunning(): void {
  try {
    const kept = jobs.filter(({ state }) => isUnfinished(state));
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or blocked, so running exports are lost on reload.
  }
}

/**
 * Returns true if the export is running or was interrupted, so that it can be restarted. Includes exports
 * that failed because the connection was lost: a page reload cancels the request, and the resulting error can
 * arrive before the page unloads.
 */
function isUnfinished(state: ExportState): boolean {
  if (state.step === 'failed') return state.error instanceof NoConnection;
  return state.step === 'running' || state.step === 'interrupted';
}

function interruptedJobs(): ExportJob[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? (kept as ExportJob[]).map((job) => ({ ...job, state: { step: 'interrupted' } }))
      : [];
  } catch {
    return [];
  }
}
