/** Configures how the console caches and retries its queries. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTemporary } from './api-error.ts';

const MAX_RETRIES = 2;
/**
 * Maximum delay before an automatic retry, in seconds. If the service asks for a longer delay, the user sees
 * an error instead.
 */
const MAX_WAIT = 5;

const waitOf = (error: unknown): number => (error instanceof ApiError ? (error.retryAfter ?? 0) : 0);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // When the user returns to a view, show recently read data immediately and refresh it in the
      // background.
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error) && waitOf(error) <= MAX_WAIT,
      retryDelay: (attempt, error) => Math.max(1000 * 2 ** attempt, 1000 * waitOf(error)),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});
