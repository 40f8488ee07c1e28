/**
 * Submits a form and uploads large files first. An idempotency key ensures that the submission is stored only
 * once.
 */
import { persistently, type Retry } from './repeated-request.ts';
import type { Post, Reply } from './transport.ts';

export interface FieldError {
  /** Field name. */
  readonly path: string;
  /** Error code such as `required`, `email` or `too_long` (docs/specification.md, "Declared fields"). */
  readonly code: string;
  /** Error message in the visitor's language. */
  readonly message: string;
}

/** The result of a submission that the service accepted. */
export interface Accepted {
  readonly ok: true;
  /** Absent if the service doesn't return one. */
  readonly id?: string;
  /**
   * The service's message to the visitor. Only set for forms that follow the conventions of another backend.
   */
  readonly message?: string;
  /**
   * URL to which the form's owner redirects visitors. Only set for forms that follow the conventions of
   * another backend.
   */
  readonly next?: string;
}

/** The result of a submission that the service didn't accept. */
export interface Refused {
  readonly ok: false;
  /** HTTP status of the response, or 0 if there was none. */
  readonly status: number;
  /** Code of the problem, such as `validation-failed`; empty if there was no response. */
  readonly type: string;
  /** Error message in English. Empty if there was no response. */
  readonly message: string;
  /** Errors in individual fields. */
  readonly errors: readonly FieldError[];
}

export interface Progress {
  /** Bytes. */
  readonly sent: number;
  /** Bytes. */
  readonly total: number;
}

export interface SubmitOptions {
  /**
   * Cancels the submission. The promise is rejected with the signal's reason. The submission may already have
   * been stored.
   */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onRetry?: (retry: Retry) => void;
  /** Idempotency key. The service stores only one submission per key. Generated if absent. */
  readonly idempotencyKey?: string;
  /** Maximum number of retries per request. Defaults to 5. */
  readonly retries?: number;
  /** Languages for field errors, in the format of `Accept-Language`. Defaults to the browser's languages. */
  readonly language?: string;
  /** Files that have already been uploaded, for a retry with the same key. */
  readonly uploaded?: Map<File, string>;
}

/** Field values by name. Values other than strings are stored as JSON. */
export type Values = FormData | Record<string, unknown>;

/**
 * Submits a form and retries on network and server failures until the service accepts or rejects it.
 * @param url the form's URL
 * @returns the result; rejects only when `options.signal` is aborted
 */
export type SubmitForm = (
  url: string,
  values: Values,
  options?: SubmitOptions,
) => Promise<Accepted | Refused>;

/**
 * Maximum total size of files that are included in the request, in bytes. Larger files are uploaded first,
 * because the gateway accepts at most about 4.5 MB.
 */
const MAX_BYTES_IN_POST = 4_000_000;

/** Generates a unique key. Doesn't use `randomUUID`, which only exists on https pages. */
export const newKey = (): string =>
  String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)).map((byte) => 97 + (byte % 26)));

/** Returns a `SubmitForm` function that uses `post` to send its requests. */
export const submitFormBy =
  (post: Post): SubmitForm =>
  async (url, values, options = {}) => {
    const {
      signal,
      onRetry,
      retries = 5,
      idempotencyKey = newKey(),
      uploaded = new Map<File, string>(),
    } = options;
    const send = (to: string, body: XMLHttpRequestBodyInit, headers = {}, onSent?: (bytes: number) => void) =>
      persistently(() => post(to, { body, headers, signal, ...(onSent && { onSent }) }), {
        retries,
        signal,
        onRetry,
      });
    const headers = {
      accept: 'application/json',
      ...(options.language && { 'accept-language': options.language }),
    };
    const json = { ...headers, 'content-type': 'application/json' };
    const key = { 'idempotency-key': idempotencyKey };
    const finish = (reply: Reply): Accepted | Refused => resultOf(reply, uploaded);
    if (!(values instanceof FormData))
      return finish(await send(url, JSON.stringify(values), { ...json, ...key }));

    const files = [...values].filter((entry): entry is [string, File] => entry[1] instanceof File);
    const ahead = tooLargeForPost(files);
    const total = files.reduce((sum, [, { size }]) => sum + size, 0);
    let done = 0;
    const onSent = (bytes: number): void =>
      options.onProgress?.({ sent: Math.min(done + bytes, total), total });

    const body = new FormData();
    for (const [name, value] of values) if (!ahead.has(value)) body.append(name, value);
    for (const [field, file] of files) {
      if (!ahead.has(file)) continue;
      if (!uploaded.has(file)) {
        const { name, type, size } = file;
        const announced = await send(
          `${url.replace(/\/?([?#].*)?$/, '')}/uploads`,
          JSON.stringify({ field, name, ...(type && { content_type: type }), size }),
          json,
        );
        if (announced.status !== 201) return finish(atField(announced, field));
        const { url: to = '', fields = {}, upload_id = '' } = announced.body;
        const form = new FormData();
        for (const key in fields) form.append(key, fields[key] as string);
        form.append('file', file);
        const stored = await send(to, form, {}, onSent);
        if (stored.status < 200 || stored.status > 299) return finish({ ...stored, body: {} });
        uploaded.set(file, upload_id);
      }
      done += file.size;
      body.append('_uploads', uploaded.get(file) as string);
    }
    return finish(await send(url, body, { ...headers, ...key }, onSent));
  };

/**
 * Returns the files that are larger than the limit. If the total size of the other files also exceeds the
 * limit, returns all files.
 */
function tooLargeForPost(files: readonly [string, File][]): Set<unknown> {
  const large = files.filter(([, { size }]) => size > MAX_BYTES_IN_POST);
  const rest = files.filter((file) => !large.includes(file) && file[1].size > 0);
  const together = rest.reduce((sum, [, { size }]) => sum + size, 0);
  return new Set((together > MAX_BYTES_IN_POST ? [...large, ...rest] : large).map(([, file]) => file));
}

/** Converts the error for a rejected upload to an error for its field. */
function atField(reply: Reply, field: string): Reply {
  const { status, body } = reply;
  if (status !== 413) return reply;
  return {
    ...reply,
    body: { ...body, errors: [{ path: field, code: 'file_size', message: body.detail ?? '' }] },
  };
}

function resultOf({ status, body }: Reply, uploaded: Map<File, string>): Accepted | Refused {
  if (status >= 200 && status < 300) {
    const { id, message, next } = body;
    return { ok: true, ...(id && { id }), ...(message && { message }), ...(next && { next }) };
  }
  const { code = '', detail = '', errors = [] } = body;
  // An upload is valid for one day and one submission. If it is rejected, the next attempt uploads the files
  // again.
  if (errors.some(({ path }) => path === '_uploads')) uploaded.clear();
  return {
    ok: false,
    status,
    type: code,
    message: detail,
    errors,
  };
}
