/** Makes invited people known to the stage's own user pool, where nobody can sign up. */
import {
  AdminCreateUserCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** The user pool; does nothing in a stage that has another issuer or none. */
export function userPoolStore(poolId: string | undefined, client: () => CognitoIdentityProviderClient) {
  return {
    /**
     * Adds the person, who has no password and signs in with a code by e-mail until they choose otherwise; one who is
     * there already is no error. The address counts as verified: only its owner gets the codes. Cognito's own invitation
     * is not sent, as it would hold a password.
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
