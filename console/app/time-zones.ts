/** Lists time zones for selection, and sets the account's time zone when an owner signs in for the first time. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from './error-text.ts';
import { meQuery, useMe, type Me } from './session.tsx';

/** Returns the browser's time zone, as an IANA name. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns all time zones, starting with the given ones, the browser's time zone and UTC. */
export function timeZones(...first: readonly string[]): string[] {
  return [...new Set([...first, ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

const sendTimeZone = (zone: string) => fetched(api.PATCH('/v1/account', { body: { time_zone: zone } }));

/** Returns a mutation that sets the account's time zone. */
export function useSetTimeZone() {
  const onSuccess = useShowAccount();
  return useMutation({ mutationFn: sendTimeZone, onSuccess, onError: useFailureToast() });
}

/**
 * Sets the account's time zone to the browser's if the account has none and the signed-in user is an owner.
 * Ignores errors, because the console tries again the next time it is opened.
 */
export function useFirstTimeZone(): void {
  const { account, member } = useMe();
  const onSuccess = useShowAccount();
  const { mutate } = useMutation({ mutationFn: sendTimeZone, onSuccess });
  const isMissing = account.time_zone === null && member?.role === 'owner';
  useEffect(() => {
    if (isMissing) mutate(ownTimeZone());
  }, [isMissing, mutate]);
}

function useShowAccount() {
  const queries = useQueryClient();
  return (account: Me['account']): void => {
    queries.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, account });
  };
}
