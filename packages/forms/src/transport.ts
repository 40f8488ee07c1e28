/** Sends one request from a browser and reports upload progress. */

/** Fields of the service's responses that the script uses. */
export interface ReplyBody {
  readonly id?: string;
  readonly message?: string;
  readonly next?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly url?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly upload_id?: string;
}

/** A response, or a placeholder if there was none. */
export interface Reply {
  /** 0 if there was no response. */
  readonly status: number;
  /** The response's JSON. Empty for any other content type. */
  readonly body: ReplyBody;
  /** `Retry-After` in seconds, or NaN if absent. */
  readonly retryAfter: number;
}

export interface Outgoing {
  readonly body: XMLHttpRequestBodyInit;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes that have been sent. */
  readonly onSent?: (bytes: number) => void;
}

/** Sends one POST request. The promise rejects only with the signal's reason. */
export type Post = (url: string, outgoing: Outgoing) => Promise<Reply>;

/** Milliseconds without progress after which a request counts as failed. */
const STALLED_MS = 60_000;

/** Sends a request with XMLHttpRequest, because `fetch` doesn't report upload progress. */
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
          // Read this header only for status 429 and above. Responses from the bucket don't expose it, and
          // browsers log an error if a script tries to read it.
          retryAfter: parseFloat((request.status > 428 && request.getResponseHeader('retry-after')) || ''),
        });
      }
    };
    signal?.addEventListener('abort', abort);
    watch();
    request.send(body);
    if (signal?.aborted) abort();
  });

/**
 * Sends a request with `fetch`, in environments without XMLHttpRequest. Reports progress only at the end.
 */
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
