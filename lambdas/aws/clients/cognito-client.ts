/** Creates the client for Amazon Cognito user pools. */
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { callLimits } from './call-limits.ts';

export const cognitoClient = (): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient(callLimits('cognito'));
