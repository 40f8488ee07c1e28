/**
 * Provides the current URL to screens. While another screen is loading, the context still holds the previous
 * URL.
 */
import { createContext, use, useMemo } from 'react';
import type { Params } from './addresses.ts';
import { currentAddress, type Address } from './current-address.ts';
import { parseParams } from './search-params.ts';

export interface ShownAddress extends Address {
  readonly params: Params;
}

export const AddressContext = createContext<ShownAddress>({ ...currentAddress(), params: {} });

/** Returns the part of the current URL's path after `/console`. */
export function usePath(): string {
  return use(AddressContext).path;
}

/** Returns the path parameters: `useParams()['formId']`. */
export function useParams(): Params {
  return use(AddressContext).params;
}

/** Returns the query parameters, validated by the screen's parser: `useSearch(inboxSearch)`. */
export function useSearch<T>(parse: (search: Record<string, unknown>) => T): T {
  const { query } = use(AddressContext);
  return useMemo(() => parse(parseParams(query)), [parse, query]);
}
