/** Reads who uses the console and what they may do (`GET /v1/me`). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { Failure } from '../ui/states.tsx';

/** The response of `GET /v1/me`. */
export type Me = Schema<'Caller'>;

export type Right = 'read' | 'write' | 'admin';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => fetched(api.GET('/v1/me', { signal })),
  staleTime: 60_000,
});

const SessionContext = createContext<Me | undefined>(undefined);

/** Renders its children once the caller is known. */
export function Session({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const { data, error, refetch } = useQuery(meQuery);
  if (data) return <SessionContext value={data}>{children}</SessionContext>;
  // A 401 already redirects to sign-in.
  if (error && !(error instanceof ApiError && error.status === 401))
    return <Failure error={error} onRetry={() => void refetch()} isWholePage />;
  return waiting;
}

export function useMe(): Me {
  const me = use(SessionContext);
  if (!me) throw new Error('useMe must be used inside Session');
  return me;
}

/**
 * Returns whether the caller has this right. Actions they may not take are not offered (`useMay('write')`).
 */
export function useMay(right: Right): boolean {
  return useMe().scopes.includes(right);
}
