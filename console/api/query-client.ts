/** How the console caches and repeats its reads. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTemporary } from './api-error.ts';

const MOST_RETRIES = 2;
/** Whoever is asked to wait longer is told so, rather than left waiting. Seconds. */
const LONGEST_WAIT = 5;

const waitOf = (error: unknown): number => (error instanceof ApiError ? (error.retryAfter ?? 0) : 0);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What was read a moment ago is shown at once when one comes back to a view, and read again behind it.
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) =>
        failures < MOST_RETRIES && isTemporary(error) && waitOf(error) <= LONGEST_WAIT,
      retryDelay: (attempt, error) => Math.max(1000 * 2 ** attempt, 1000 * waitOf(error)),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
