/** One request of a browser, with the progress of what it sends. */

/** Members of the service's answers that are looked at. */
export interface ReplyBody {
  readonly id?: string;
  readonly message?: string;
  readonly next?: string;
  readonly type?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly url?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly upload_id?: string;
}

/** What came back. */
export interface Reply {
  /** 0 when no answer came. */
  readonly status: number;
  /** The JSON of the answer; empty for anything else. */
  readonly body: ReplyBody;
  /** Seconds of `Retry-After`; NaN without one. */
  readonly retryAfter: number;
}

export interface Outgoing {
  readonly body: XMLHttpRequestBodyInit;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes that were sent so far. */
  readonly onSent?: (bytes: number) => void;
}

/** Posts once. Never rejects but with the signal's reason. */
export type Post = (url: string, outgoing: Outgoing) => Promise<Reply>;

/** After this time without any progress a request counts as not answered. */
const STALLED_MS = 60_000;

/** `fetch` does not tell how much was sent, so this is XMLHttpRequest. */
export const postByXhr: Post = (url, { body, headers, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const abort = (): void => request.abort();
    request.open('POST', url);
    for (const name in headers) request.setRequestHeader(name, headers[name] as string);
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onSent?.(loaded);
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason as Error);
      else {
        resolve({
          status: request.status,
          body: parsed(request.responseText),
          // Buckets do not show theirs, and browsers complain of whoever asks.
          retryAfter: parseFloat((request.status > 428 && request.getResponseHeader('retry-after')) || ''),
        });
      }
    };
    signal?.addEventListener('abort', abort);
    watch();
    request.send(body);
    if (signal?.aborted) abort();
  });

/** For programs without XMLHttpRequest; progress is told at the end only. */
export const postByFetch: Post = async (url, { body, headers, signal, onSent }) => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      ...(headers && { headers }),
      ...(signal && { signal }),
    });
    if (body instanceof Blob) onSent?.(body.size);
    return {
      status: response.status,
      body: parsed(await response.text()),
      retryAfter: parseFloat(response.headers.get('retry-after') ?? ''),
    };
  } catch {
    signal?.throwIfAborted();
    return { status: 0, body: {}, retryAfter: NaN };
  }
};

function parsed(text: string): ReplyBody {
  try {
    return Object(JSON.parse(text)) as ReplyBody;
  } catch {
    return {};
  }
}
