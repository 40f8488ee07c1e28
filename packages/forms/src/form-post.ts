/**
 * Submits a form: large files first, then the form, with one idempotency key so that it is stored only once.
 */
import { persistently, type Retry } from './repeated-request.ts';
import type { Post, Reply } from './transport.ts';

export interface FieldError {
  /** Name of the field. */
  readonly path: string;
  /** `required`, `email`, `too_long`, …: docs/specification.md, "Declared fields". */
  readonly code: string;
  /** Error message in the visitor's language. */
  readonly message: string;
}

/** The service accepted the post. */
export interface Accepted {
  readonly ok: true;
  /** Absent if the service doesn't return one. */
  readonly id?: string;
  /** Message of the service to the visitor. Only for forms that follow the conventions of another backend. */
  readonly message?: string;
  /**
   * URL that the form's owner redirects visitors to. Only for forms that follow the conventions of another
   * backend.
   */
  readonly next?: string;
}

/** The service didn't accept the post. */
export interface Refused {
  readonly ok: false;
  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** Type of the problem, such as `validation-failed`; empty if there was no response. */
  readonly type: string;
  /** Error message in English; empty if there was no response. */
  readonly message: string;
  /** Errors by field. */
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
   * Cancels the post. The promise is rejected with the signal's reason. The post may already have been
   * stored.
   */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onRetry?: (retry: Retry) => void;
  /** The service stores only one post per key. Generated if absent. */
  readonly idempotencyKey?: string;
  /** Maximum number of retries per request. Defaults to 5. */
  readonly retries?: number;
  /**
   * Languages of field errors, in the format of `Accept-Language`. Defaults to the languages of the browser.
   */
  readonly language?: string;
  /** Files that were already uploaded, for retrying a post with the same key. */
  readonly uploaded?: Map<File, string>;
}

/** Field values by name. Values other than strings are stored as JSON. */
export type Values = FormData | Record<string, unknown>;

/**
 * Posts a form, and retries on network and server failures until the service has accepted or refused it.
 * @param url URL of the form
 * @returns the result; rejects only when `options.signal` is aborted
 */
export type SubmitForm = (
  url: string,
  values: Values,
  options?: SubmitOptions,
) => Promise<Accepted | Refused>;

/**
 * Maximum size of the files, in bytes, that are sent in the post itself. Larger files are uploaded first,
 * because the gateway accepts about 4.5 MB.
 */
const MAX_BYTES_IN_POST = 4_000_000;

/** Generates a unique key. Not with `randomUUID`, which exists only on https pages. */
export const newKey = (): string => String.fromCharCode(...random(24));
const random = (length: number): number[] =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => 97 + (byte % 26));

/** @param post sends a request */
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
    const json = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(options.language && { 'accept-language': options.language }),
    };
    const finish = (reply: Reply): Accepted | Refused => resultOf(reply, uploaded);
    if (!(values instanceof FormData))
      return finish(await send(url, JSON.stringify(values), { ...json, 'idempotency-key': idempotencyKey }));

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
    const { 'content-type': _, ...headers } = json;
    return finish(await send(url, body, { ...headers, 'idempotency-key': idempotencyKey }, onSent));
  };

/** Returns the files above the limit, or all files if together they exceed it. */
function tooLargeForPost(files: readonly [string, File][]): Set<unknown> {
  const large = files.filter(([, { size }]) => size > MAX_BYTES_IN_POST);
  const rest = files.filter((file) => !large.includes(file) && file[1].size > 0);
  const together = rest.reduce((sum, [, { size }]) => sum + size, 0);
  return new Set((together > MAX_BYTES_IN_POST ? [...large, ...rest] : large).map(([, file]) => file));
}

/** Turns the refusal of an upload into an error of its field. */
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
  const { type = '', detail = '', errors = [] } = body;
  // An upload is valid for one day and one post, so the next attempt uploads the files again.
  if (errors.some(({ path }) => path === '_uploads')) uploaded.clear();
  return {
    ok: false,
    status,
    type: type.replace(/^.*\//, ''),
    message: detail,
    errors,
  };
}
