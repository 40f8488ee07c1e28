/** Defines the client that steps use to call the management API, and the errors that stop a run. */

export interface ApiResponse {
  readonly status: number;
  readonly etag: string | undefined;
  /** The parsed body, or undefined if there is none. */
  readonly body: unknown;
  /** Explanation of the error, if there was one. */
  readonly detail: string;
}

/** Calls the management API. */
export interface FormsApi {
  /** Resolves with a response of any status. Rejects if the service doesn't respond. */
  request(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: { readonly body?: object; readonly ifMatch?: string | undefined },
  ): Promise<ApiResponse>;
  /** Returns the reason why the service rejects this webhook URL, or undefined if it accepts the URL. */
  refusedUrl(url: string): string | undefined;
}

/** Thrown when the API rejects a request. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused' as const;
}

/**
 * Thrown when something has changed since the plan was made. The run then stops without making any more
 * changes.
 */
export class ChangedSincePlan extends Error {
  override readonly name = 'ChangedSincePlan' as const;
}
