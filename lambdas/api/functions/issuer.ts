/** Lambda function that redirects the browser to the OpenID Connect issuer to sign in or out. */
import { handler as startSignIn } from '../../sign-in/start-sign-in.ts';
import { handler as signOutOfIssuer } from '../../sign-in/sign-out-of-issuer.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'issuer'>({ startSignIn, signOutOfIssuer });
