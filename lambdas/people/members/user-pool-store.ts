/** Adds invited people to the stage's own user pool, where nobody can sign up. */
import {
  AdminCreateUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** Creates the store of the user pool. Does nothing at a stage with another issuer or none. */
export function userPoolStore(poolId: string | undefined, client: () => CognitoIdentityProviderClient) {
  return {
    /**
     * Adds the person, who has no password and signs in with a code by e-mail until they choose otherwise. It
     * is not an error if the person already exists. The address counts as verified, because only its owner
     * gets the codes. Cognito's own invitation isn't sent, because it would contain a password.
     */
    async add(email: string): Promise<void> {
      if (poolId === undefined) return;
      const command = new AdminCreateUserCommand({
        UserPoolId: poolId,
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      });
      try {
        await client().send(command);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'UsernameExistsException') throw error;
      }
    },
  };
}
