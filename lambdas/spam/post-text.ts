/**
 * Selects the part of a submission that the soft spam rules read. Truncates the field values to limit the run
 * time.
 */
import { emailAddress, withAsciiDomain } from '../core/text/email-address.ts';
import type { Payload } from '../core/payload.ts';

/**
 * Maximum number of characters that the soft spam rules read across all field values. The beginning of a long
 * message is enough to recognize spam.
 */
const READ_CHARACTERS = 8192;
const MAX_ADDRESS_LENGTH = 254;
/** Maximum number of e-mail addresses to check. Forms rarely have this many address fields. */
const MAX_ADDRESSES = 10;

/**
 * Returns the field names and values in the order submitted, truncated to the limit for the soft spam rules.
 */
export function readValues(payload: Payload): [name: string, value: string][] {
  const read: [string, string][] = [];
  let left = READ_CHARACTERS;
  for (const [name, value] of payload) {
    if (left <= 0) break;
    read.push([name, value.slice(0, left)]);
    left -= value.length + 1;
  }
  return read;
}

/** Returns the field values that are e-mail addresses, in lowercase and with ASCII domains. */
export function addressesOf(payload: Payload): string[] {
  const found: string[] = [];
  for (const value of payload.values()) {
    if (found.length === MAX_ADDRESSES) break;
    if (value.length > 2 * MAX_ADDRESS_LENGTH || !value.includes('@')) continue;
    const address = withAsciiDomain(value.trim()).toLowerCase();
    if (emailAddress.safeParse(address).success) found.push(address);
  }
  return found;
}
