/** Compares e-mail addresses, ignoring case and how the domain is written. */
import { withAsciiDomain } from './email-address.ts';

/** Returns the address in lower case with an ASCII domain. Keeps plus signs and dots. */
export const plainAddress = (address: string): string => withAsciiDomain(address.trim()).toLowerCase();

/** Returns true if both addresses are the same. */
export const isSameAddress = (one: string, other: string): boolean =>
  plainAddress(one) === plainAddress(other);
