/** How the console caches and repeats its reads. */
import { QueryClient } from '@tanstack/react-query';
import { isTemporary } from './api-error.ts';

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What was read a moment ago is shown at once when one comes back to a view, and read again behind it.
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < MOST_RETRIES && isTemporary(error),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
