/** The queries of signing in: how it begins, and with what the issuer leads the browser back. */
import * as z from 'zod';
import { returnTarget } from './return-target.ts';

/** The query of `GET /console/sign-in`. */
export const signInQuery = z.strictObject({
  return_to: returnTarget
    .optional()
    .describe('The page of the console to come back to: a path that begins with `/console`.'),
  account: z
    .string()
    .regex(/^acc_[0-9A-Z]{12}$/)
    .optional()
    .describe(
      'The account to sign in to, for people who are members of several; else the one of the last sign-in.',
    ),
  prompt: z
    .enum(['login'])
    .optional()
    .describe(
      '`login`: the issuer asks who one is, also somebody who is signed in there; to sign in as another.',
    ),
});

/** Azure's codes have more than a thousand characters. */
const LONGEST_CODE = 8192;
const text = (length: number) => z.string().max(length).optional();

/**
 * The query of `GET /console/callback`. A response of the issuer may have parameters that nobody here knows, and they are
 * ignored (RFC 6749, section 4.1.2); a request without `state` is no such response.
 */
export const callbackQuery = z
  .looseObject({
    state: text(200).describe('What the service sent the browser to the issuer with.'),
    code: text(LONGEST_CODE).describe('The authorization code.'),
    iss: text(2000).describe('The issuer that responds (RFC 9207).'),
    error: text(200).describe('Why the issuer did not sign the person in (RFC 6749, section 4.1.2.1).'),
  })
  .superRefine((query, context) => {
    const keys = Object.keys(query);
    if (query.state === undefined && keys.length > 0)
      context.addIssue({ code: 'unrecognized_keys', keys, input: query });
  });
