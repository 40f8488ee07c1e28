/** Exchanges a management key for a session cookie. The key isn't stored in the browser. */
import { api } from '../api/api-client.ts';
import { ApiError, NoConnection } from '../api/api-error.ts';

/**
 * Exchanges the key for a session cookie.
 * @throws ApiError with 401 for an unknown key, or 403 for another type of key
 * @throws NoConnection
 */
export async function startKeySession(key: string): Promise<void> {
  const { error, response } = await api
    .POST('/v1/session', { headers: { authorization: `Bearer ${key}` } })
    .catch((thrown: unknown) => {
      throw thrown instanceof TypeError ? new NoConnection('No connection', { cause: thrown }) : thrown;
    });
  if (!response.ok) throw new ApiError(response, error);
}
