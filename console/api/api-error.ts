/** Request errors: a problem document from the service, or no response at all. */

/** A field that the service rejected (`errors` of `validation-failed`). */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * A response with an error status. `slug` identifies the problem. `detail` is an English sentence from the
 * service; it's empty when a proxy or gateway answered instead.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly slug: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  /** How long the service asks to wait, in seconds. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, for members that only some problems have. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(response: Response, problem: unknown) {
    const members = isRecord(problem) ? problem : {};
    const { type, title, detail, errors } = members;
    super(textOf(detail) ?? textOf(title) ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.members = members;
    this.slug = textOf(type)?.split('/').at(-1) ?? 'unknown';
    this.detail = textOf(detail) ?? textOf(title) ?? '';
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.fields = Array.isArray(errors) ? errors.flatMap(fieldProblem) : [];
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** No response: the browser is offline, or the connection broke. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** Someone else changed the resource after it was read (412). `current` is its state now. */
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

/** Returns whether a later retry can succeed. */
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
