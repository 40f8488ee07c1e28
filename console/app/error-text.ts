/** Converts errors to messages in the user's language. */
import { useCallback } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';
import { useFormats } from './formats.ts';
import { ApiError, ChangedMeanwhile, NoConnection } from '../api/api-error.ts';

/** Returns a function that converts an error to a message: `useErrorText()(error)`. */
export function useErrorText(): (error: unknown) => string {
  const house = useTexts('house');
  const formats = useFormats();
  return useCallback(
    (error) => {
      if (error instanceof NoConnection) return house.noConnection;
      if (error instanceof ChangedMeanwhile) return house.changedMeanwhile;
      if (!(error instanceof ApiError)) return house.serverError;
      if (error.status === 403) return house.forbidden;
      if (error.status === 404) return house.notFound;
      if (error.status === 429 || error.status === 503) {
        const { retryAfter } = error;
        return retryAfter === undefined ? house.busy : house.busyUntil(formats.inSeconds(retryAfter));
      }
      if (error.status >= 500) return house.serverError;
      // Show the service's message. It's in English, but it's more precise than a generic message.
      return error.detail === '' ? house.refused : error.detail;
    },
    [house, formats],
  );
}

/** Returns a function that shows a toast when a change fails: `onError: useFailureToast()`. */
export function useFailureToast(): (error: unknown) => void {
  const house = useTexts('house');
  const textOf = useErrorText();
  return useCallback(
    (error) => {
      const id = error instanceof ApiError ? error.requestId : undefined;
      toast({
        text: `${house.failedChange}: ${textOf(error)}`,
        note: id === undefined ? undefined : house.requestId(id),
        isBad: true,
      });
    },
    [house, textOf],
  );
}
