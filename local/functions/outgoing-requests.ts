/**
 * Reports the HTTP requests that a thread sends with undici. Uses undici's documented diagnostics channels.
 */
import { subscribe } from 'node:diagnostics_channel';

export interface OutgoingRequest {
  /** Host and port only, because a path may contain a secret. */
  readonly host: string;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

interface UndiciMessage {
  readonly request: { readonly origin?: string | URL };
  readonly response?: { readonly statusCode: number };
}

/**
 * Reports each HTTP request that the thread sends.
 * @param begin called in the context of the code that sends the request. Returns a callback for when the
 *   response begins or the request fails, or undefined to ignore the request.
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
