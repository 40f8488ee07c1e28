/** What the soft rules about spam read of a post: its values, from the beginning, never more than they have time for. */
import { emailAddress, withAsciiDomain } from '../core/email-address.ts';
import type { Payload } from '../core/payload.ts';

/** Characters that the soft rules read of all values together: a long text is no worse than its beginning. */
const READ_CHARACTERS = 8192;
const LONGEST_ADDRESS = 254;
/** Addresses that are looked at: more fields than a form has for them. */
const MOST_ADDRESSES = 10;

/** The names and values in the order posted, cut where the rules stop reading. */
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

/** The values that are e-mail addresses as a whole, in lower case and with the domain in ASCII. */
export function addressesOf(payload: Payload): string[] {
  const found: string[] = [];
  for (const value of payload.values()) {
    if (found.length === MOST_ADDRESSES) break;
    if (value.length > 2 * LONGEST_ADDRESS || !value.includes('@')) continue;
    const address = withAsciiDomain(value.trim()).toLowerCase();
    if (emailAddress.safeParse(address).success) found.push(address);
  }
  return found;
}
