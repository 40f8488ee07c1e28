/** Provides a React hook that submits a form. */
import { useCallback, useRef, useState } from 'react';
import { submitForm } from './index.ts';
import {
  newKey,
  type Accepted,
  type Progress,
  type Refused,
  type SubmitOptions,
  type Values,
} from './form-post.ts';

export interface FormState {
  readonly status: 'idle' | 'sending' | 'waiting' | 'success' | 'error';
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Progress of the file upload. */
  readonly progress?: Progress;
  /** Result of the last submission. */
  readonly result?: Accepted | Refused;
}

/** The argument of `onSubmit`. */
interface SubmitEvent {
  preventDefault(): void;
  readonly currentTarget: HTMLFormElement;
  readonly nativeEvent?: unknown;
}

export interface UseForm {
  readonly state: FormState;
  /**
   * Submits the form. Use it as `<form onSubmit={submit}>` or `<form action={submit}>`, or call it with your
   * own values. Resolves to undefined if another submission is in progress.
   */
  readonly submit: (from: SubmitEvent | Values) => Promise<Accepted | Refused | undefined>;
  /** Resets the state to `idle`. */
  readonly reset: () => void;
}

const IDLE: FormState = { status: 'idle', errors: {} };
const isEvent = (from: SubmitEvent | Values): from is SubmitEvent =>
  typeof (from as SubmitEvent).preventDefault === 'function';

/**
 * Submits a form and tracks the progress and result.
 * @param url the form's URL: `https://…/v1/f/<slug>`
 */
export function useForm(
  url: string,
  options: Pick<SubmitOptions, 'language' | 'retries' | 'signal'> = {},
): UseForm {
  const [state, setState] = useState(IDLE);
  const memory = useRef({ key: newKey(), uploaded: new Map<File, string>(), busy: false }).current;
  const { language, retries, signal } = options;

  const submit = useCallback(
    async (from: SubmitEvent | Values) => {
      if (isEvent(from)) from.preventDefault();
      if (memory.busy) return undefined;
      memory.busy = true;
      setState({ status: 'sending', errors: {} });
      try {
        const values = isEvent(from)
          ? new FormData(
              from.currentTarget,
              (from.nativeEvent as { submitter?: HTMLElement } | undefined)?.submitter,
            )
          : from;
        const result = await submitForm(url, values, {
          ...(language !== undefined && { language }),
          ...(retries !== undefined && { retries }),
          ...(signal && { signal }),
          idempotencyKey: memory.key,
          uploaded: memory.uploaded,
          onProgress: (progress) => setState({ status: 'sending', errors: {}, progress }),
          onRetry: () => setState({ status: 'waiting', errors: {} }),
        });
        if (result.ok || (result.status >= 400 && result.status < 500)) memory.key = newKey();
        if (result.ok) memory.uploaded.clear();
        const errors = result.ok ? [] : result.errors;
        setState({
          status: result.ok ? 'success' : 'error',
          errors: Object.fromEntries(errors.map(({ path, message }) => [path, message])),
          result,
        });
        return result;
      } catch (aborted) {
        setState(IDLE);
        throw aborted;
      } finally {
        memory.busy = false;
      }
    },
    [url, language, retries, signal, memory],
  );
  const reset = useCallback(() => setState(IDLE), []);
  return { state, submit, reset };
}
