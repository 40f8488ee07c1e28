/**
 * Reports the HTTP requests that a thread sends with undici, using undici's documented diagnostics channels.
 */
import { subscribe } from 'node:diagnostics_channel';

/** A request that has ended. */
export interface OutgoingRequest {
  /** Host and port; a path may contain a secret. */
  readonly host: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

interface UndiciMessage {
  readonly request: { readonly origin?: string | URL };
  readonly response?: { readonly statusCode: number };
}

/**
 * @param begin called in the context of the code that sends the request. It returns what is called when the response
 * begins or the request fails, or undefined for a request that is not of interest.
 */
export function onOutgoingRequest(begin: () => ((request: OutgoingRequest) => void) | undefined): void {
  const pending = new WeakMap<object, { started: number; end: (request: OutgoingRequest) => void }>();
  subscribe('undici:request:create', (message) => {
    const end = begin();
    if (end) pending.set((message as UndiciMessage).request, { started: performance.now(), end });
  });
  const ended = (message: unknown): void => {
    const { request, response } = message as UndiciMessage;
    const { started, end } = pending.get(request) ?? {};
    if (started === undefined) return;
    pending.delete(request);
    const { host } = new URL(String(request.origin));
    end?.({ host, status: response?.statusCode, milliseconds: performance.now() - started });
  };
  subscribe('undici:request:headers', ended);
  subscribe('undici:request:error', ended);
}
