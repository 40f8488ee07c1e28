/** Defines the stage setting for an OpenID Connect issuer. */
import * as z from 'zod';
import { isIssuer } from '../../lambdas/sign-in/issuer-address.ts';

/** Where a secret is stored. Settings never contain the secret itself. */
const secretReference = z
  .string()
  .regex(
    /^arn:[\w-]+:(?:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+|ssm:[\w-]+:\d{12}:parameter\/[\w./-]+)$/,
    'must be the ARN of a Secrets Manager secret or Parameter Store parameter, not the secret itself, ' +
      'for example arn:aws:secretsmanager:eu-central-1:111122223333:secret:oidc-AbCdEf',
  );

/**
 * Your OpenID Connect issuer, used instead of a Cognito user pool. Set its URL and the ID of a client with
 * the redirect URI `<base url>/console/callback`. A client with a secret also needs a reference to that
 * secret. Some issuers, such as Microsoft Entra ID, don't send the `email_verified` claim. With `trustEmail`,
 * their e-mail addresses are treated as verified.
 */
export const oidcSettings = z.strictObject({
  issuer: z
    .string()
    .refine(isIssuer, 'must be an https URL without a query, for example https://login.example.com'),
  clientId: z.string().min(1).max(255),
  clientSecret: secretReference.optional(),
  trustEmail: z.boolean().default(false),
});
