/** Exchanges a management key for the cookie of a session: the page keeps nothing of the key. */
import { api } from '../api/api-client.ts';
import { ApiError, NoConnection } from '../api/api-error.ts';

/** @throws ApiError with 401 for a key that is not known, 403 for one of another kind; NoConnection */
export async function startKeySession(key: string): Promise<void> {
  const { error, response } = await api
    .POST('/v1/session', { headers: { authorization: `Bearer ${key}` } })
    .catch((thrown: unknown) => {
      throw thrown instanceof TypeError ? new NoConnection('No connection', { cause: thrown }) : thrown;
    });
  if (!response.ok) throw new ApiError(response, error);
}
