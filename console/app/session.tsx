/** Reads the signed-in user and their permissions (`GET /v1/me`). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { Failure } from '../ui/states.tsx';

export type Me = Schema<'Caller'>;

export type Right = 'read' | 'write' | 'admin';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => fetched(api.GET('/v1/me', { signal })),
  staleTime: 60_000,
});

const SessionContext = createContext<Me | undefined>(undefined);

/** Renders its children once the signed-in user has been loaded. */
export function Session({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const { data, error, refetch } = useQuery(meQuery);
  if (data) return <SessionContext value={data}>{children}</SessionContext>;
  // For a 401, the API client already redirects to the sign-in page, so don't show an error.
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
 * Returns true if the signed-in user has a permission: `useMay('write')`. Use it to hide actions that the
 * user may not perform.
 */
export function useMay(right: Right): boolean {
  return useMe().scopes.includes(right);
}

/**
 * Returns true if the signed-in user may mark submissions as read. Viewers may also do this, because each
 * user has a separate read state.
 */
export function useMayMarkRead(): boolean {
  const { scopes, member } = useMe();
  return scopes.includes('write') || member?.role === 'viewer';
}
