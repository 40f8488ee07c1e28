/** Defines the errors that an API request can throw: with a response from the service, or without one. */

/** A field that the service rejected, from the `errors` of a `validation-failed` problem. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * An error response from the API. `detail` is an English sentence from the service, or empty if the response
 * came from a proxy or gateway.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  /** Number of seconds to wait before retrying, if the service specified it. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, including members that are specific to the problem type. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(response: Response, problem: unknown) {
    const members = isRecord(problem) ? problem : {};
    const { title, detail, errors } = members;
    super(textOf(detail) ?? textOf(title) ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.members = members;
    this.detail = textOf(detail) ?? textOf(title) ?? '';
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.fields = Array.isArray(errors) ? errors.flatMap(fieldProblem) : [];
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** Thrown when there is no response because the browser is offline or the connection was lost. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** Thrown when someone else changed the resource after it was read (412). `current` is its current state. */
export class ChangedMeanwhile<T> extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly current: T;
  readonly etag: string | undefined;

  constructor(current: T, etag: string | undefined) {
    super('Changed since it was read');
    this.current = current;
    this.etag = etag;
  }
}

/** Returns true if a request that failed with this error may succeed when retried later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NoConnection) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function fieldProblem(value: unknown): FieldProblem[] {
  if (!isRecord(value)) return [];
  const path = textOf(value['path']) ?? textOf(value['field']) ?? '';
  return [{ path, message: textOf(value['message']) ?? '' }];
}
