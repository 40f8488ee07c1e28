/** Defines the query parameters of sign-in requests and of the issuer's redirect back to the service. */
import * as z from 'zod';
import { returnTarget } from './return-target.ts';

/** Query of `GET /console/sign-in`. */
export const signInQuery = z.strictObject({
  return_to: returnTarget
    .optional()
    .describe('The console page to return to, as a path that begins with `/console`.'),
  account: z
    .string()
    .regex(/^acc_[0-9A-Z]{12}$/, 'must be the ID of an account, for example acc_01ARZ3NDEKTS')
    .optional()
    .describe(
      'The account to sign in to, for members of several accounts. Defaults to the account of the last sign-in.',
    ),
  prompt: z
    .enum(['login'])
    .optional()
    .describe(
      'With `login`, the issuer asks who the user is, even if someone is already signed in. Use it to switch users.',
    ),
});

/** Maximum length of an authorization code. Azure's codes have more than a thousand characters. */
const MAX_CODE_LENGTH = 8192;
const text = (length: number) => z.string().max(length).optional();

/**
 * Query of `GET /console/callback`. Ignores unknown parameters from the issuer (RFC 6749, section 4.1.2).
 * Requires `state`, which every issuer sends back, unless the query is empty.
 */
export const callbackQuery = z
  .looseObject({
    state: text(200).describe('The `state` that the service sent to the issuer.'),
    code: text(MAX_CODE_LENGTH).describe('The authorization code.'),
    iss: text(2000).describe('The issuer that sends this response (RFC 9207).'),
    error: text(200).describe('Why the issuer did not sign the person in (RFC 6749, section 4.1.2.1).'),
  })
  .superRefine((query, context) => {
    const keys = Object.keys(query);
    if (query.state === undefined && keys.length > 0)
      context.addIssue({ code: 'unrecognized_keys', keys, input: query });
  });
