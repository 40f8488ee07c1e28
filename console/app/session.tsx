/** Who uses the console and what they may do: `GET /v1/me`. */
import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { Failure } from '../ui/states.tsx';

/** As `GET /v1/me` answers. */
export interface Me {
  readonly type: 'key' | 'token' | 'member';
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly account: { readonly id: string; readonly name: string; readonly plan: string };
  readonly member?: {
    readonly email: string;
    readonly role: 'owner' | 'editor' | 'viewer';
    readonly form_ids: readonly string[] | null;
  };
}

export type Right = 'read' | 'write' | 'admin';

const SessionContext = createContext<Me | undefined>(undefined);

/** Its children are there once it is known who asks. */
export function Session({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => fetched(getMe(signal)),
    staleTime: 60_000,
  });
  if (data) return <SessionContext value={data}>{children}</SessionContext>;
  if (error) return <Failure error={error} onRetry={() => void refetch()} isWholePage />;
  return waiting;
}

export function useMe(): Me {
  const me = use(SessionContext);
  if (!me) throw new Error('useMe is used outside of Session');
  return me;
}

/** Whether the caller may do this: what they may not do is not offered (`useMay('write')`). */
export function useMay(right: Right): boolean {
  return useMe().scopes.includes(right);
}

/** The API's types know it once the operation is in the document. */
async function getMe(signal: AbortSignal) {
  const get = api.GET as unknown as (
    path: string,
    options: { signal: AbortSignal },
  ) => Promise<{ data?: Me; error?: unknown; response: Response }>;
  return get('/v1/me', { signal });
}
