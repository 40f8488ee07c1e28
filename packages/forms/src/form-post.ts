/** Sends what a person filled in: large files first, then the form, under one key that lets it be stored once only. */
import { persistently, type Retry } from './repeated-request.ts';
import type { Post, Reply } from './transport.ts';

export interface FieldError {
  /** Name of the field. */
  readonly path: string;
  /** `required`, `email`, `too_long`, …: docs/specification.md, "Declared fields". */
  readonly code: string;
  /** For people, in their language. */
  readonly message: string;
}

/** The service took the post. */
export interface Accepted {
  readonly ok: true;
  /** Absent when the service does not tell. */
  readonly id?: string;
  /** What the service says to people; forms with the conventions of another backend only. */
  readonly message?: string;
  /** Where the form's owner sends people then; forms with the conventions of another backend only. */
  readonly next?: string;
}

/** The service did not take the post. */
export interface Refused {
  readonly ok: false;
  /** Status of the answer; 0 when none came. */
  readonly status: number;
  /** The kind of problem, such as `validation-failed`; empty when no answer came. */
  readonly type: string;
  /** For people, in English; empty when no answer came. */
  readonly message: string;
  /** What is wrong with which field. */
  readonly errors: readonly FieldError[];
}

export interface Progress {
  /** Bytes. */
  readonly sent: number;
  /** Bytes. */
  readonly total: number;
}

export interface SubmitOptions {
  /** Ends it: the promise is rejected with the signal's reason. What was sent by then may have been stored. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onRetry?: (retry: Retry) => void;
  /** Names the post: the service stores one post of a key. Made up when absent. */
  readonly idempotencyKey?: string;
  /** Repetitions of a request at most; 5 when absent. */
  readonly retries?: number;
  /** Languages of field errors, as in `Accept-Language`; those of the browser when absent. */
  readonly language?: string;
  /** Files that were uploaded before, for a post that is tried again under its key. */
  readonly uploaded?: Map<File, string>;
}

/** Values of the fields by their names; what is no string is stored as JSON. */
export type Values = FormData | Record<string, unknown>;

/**
 * Posts a form and waits until the service has it, over failures of the network and the service.
 * @param url address of the form
 * @returns what the service answered; only `options.signal` rejects
 */
export type SubmitForm = (
  url: string,
  values: Values,
  options?: SubmitOptions,
) => Promise<Accepted | Refused>;

/** Bytes of files that travel in the post itself; larger ones go ahead of it (the gateway takes some 4.5 MB). */
const MOST_BYTES_IN_POST = 4_000_000;

/** A key that nobody else makes. `randomUUID` exists on pages with https only. */
export const newKey = (): string => String.fromCharCode(...random(24));
const random = (length: number): number[] =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => 97 + (byte % 26));

/** @param post how a request is sent */
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

/** Those above the limit, and all when they are above it together. */
function tooLargeForPost(files: readonly [string, File][]): Set<unknown> {
  const large = files.filter(([, { size }]) => size > MOST_BYTES_IN_POST);
  const rest = files.filter((file) => !large.includes(file) && file[1].size > 0);
  const together = rest.reduce((sum, [, { size }]) => sum + size, 0);
  return new Set((together > MOST_BYTES_IN_POST ? [...large, ...rest] : large).map(([, file]) => file));
}

/** A file that may not be uploaded is an error of its field. */
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
  // An upload works for a day and once: the next press uploads again.
  if (errors.some(({ path }) => path === '_uploads')) uploaded.clear();
  return {
    ok: false,
    status,
    type: type.replace(/^.*\//, ''),
    message: detail,
    errors,
  };
}
