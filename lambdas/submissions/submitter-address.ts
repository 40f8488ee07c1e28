/** Finds the submitter's address in a submission's fields. */
import { emailAddress, withAsciiDomain } from '../core/text/email-address.ts';
import type { Payload } from '../core/payload.ts';
import type { Submission } from './submission.ts';

type PostedAddresses = Pick<Submission, 'payload' | 'notification'>;

/**
 * Names of fields that can contain the submitter's address, in order of preference. Case and separators such
 * as hyphens are ignored, so `E-Mail` matches `email`. Only whole names match, because `friend_email` is
 * someone else's address.
 */
const ADDRESS_FIELDS = ['replyto', 'email', 'emailaddress', 'youremail', 'mail'];

/** Returns the submitter's address: the first valid address in the most preferred field. */
export function submitterAddress(payload: Payload): string | undefined {
  const fields = Array.from(
    payload,
    ([name, value]) => [plain(name), withAsciiDomain(value.trim())] as const,
  );
  for (const wanted of ADDRESS_FIELDS) {
    for (const [name, value] of fields) {
      if (name === wanted && emailAddress.safeParse(value).success) return value;
    }
  }
  return undefined;
}

/**
 * Returns the reply-to address: the address in the reply-to field or, if there is none, the submitter's
 * address.
 */
export function replyAddress({ notification, payload }: PostedAddresses): string | undefined {
  return notification?.reply_to ?? submitterAddress(payload);
}

/**
 * Returns the recipient of the autoresponse and of replies: the submitter's address or, if no field contains
 * it, the address in the reply-to field. Some forms only put the submitter's address there.
 */
export function autoresponseAddress({ notification, payload }: PostedAddresses): string | undefined {
  return submitterAddress(payload) ?? notification?.reply_to;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
