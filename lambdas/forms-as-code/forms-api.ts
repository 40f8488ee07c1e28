/** Defines how steps reach the management API, and the errors that end an apply. */

export interface ApiResponse {
  readonly status: number;
  readonly etag: string | undefined;
  /** The parsed body, or undefined if there is none. */
  readonly body: unknown;
  /** Explains an error. */
  readonly detail: string;
}

/** Calls the management API. */
export interface FormsApi {
  /** Resolves with any status, and rejects if the service doesn't respond. */
  request(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: { readonly body?: object; readonly ifMatch?: string | undefined },
  ): Promise<ApiResponse>;
  /** Returns why the service refuses this URL for a webhook, or undefined if it accepts the URL. */
  refusedUrl(url: string): string | undefined;
}

/** Thrown when the API refuses a request. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused' as const;
}

/** Thrown when something changed between the plan and the change, so nothing more is written. */
export class ChangedSincePlan extends Error {
  override readonly name = 'ChangedSincePlan' as const;
}
