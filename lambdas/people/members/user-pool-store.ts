/** Adds invited users to the stage's user pool. Users can't sign up themselves. */
import {
  AdminCreateUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** Creates the user pool store. The store does nothing if the stage has no user pool. */
export function userPoolStore(poolId: string | undefined, client: () => CognitoIdentityProviderClient) {
  return {
    /**
     * Adds a user without a password. The user signs in with codes sent by e-mail until they choose another
     * method. Does nothing if the user already exists. The e-mail address counts as verified, because only
     * its owner receives the codes. Cognito's own invitation isn't sent, because it would contain a password.
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
