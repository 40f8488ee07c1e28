/** What the screens read of the address that is on screen, which while another screen loads is still the one before. */
import { createContext, use, useMemo } from 'react';
import type { Params } from './addresses.ts';
import { currentAddress, type Address } from './current-address.ts';
import { parseParams } from './search-params.ts';

export interface ShownAddress extends Address {
  readonly params: Params;
}

export const AddressContext = createContext<ShownAddress>({ ...currentAddress(), params: {} });

/** Below `/console`. */
export function usePath(): string {
  return use(AddressContext).path;
}

/** The parts of the path that have names: `useParams()['formId']`. */
export function useParams(): Params {
  return use(AddressContext).params;
}

/** What stands behind the question mark, checked by the screen's own rule: `useSearch(inboxSearch)`. */
export function useSearch<T>(parse: (search: Record<string, unknown>) => T): T {
  const { query } = use(AddressContext);
  return useMemo(() => parse(parseParams(query)), [parse, query]);
}
