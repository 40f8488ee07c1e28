import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { userPoolStore } from '../../lambdas/people/members/user-pool-store.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
const client = () => new CognitoIdentityProviderClient({ region: 'eu-central-1' });
afterAll(() => cognito.restore());
beforeEach(() => {
  cognito.reset();
});
const sent = () => cognito.commandCalls(AdminCreateUserCommand).map(({ args }) => args[0].input);

test('adds an invited person with a verified address but without a password and sends no message', async () => {
  await userPoolStore('eu-central-1_abc', client).add('ann@example.com');
  expect(sent()).toEqual([
    {
      UserPoolId: 'eu-central-1_abc',
      Username: 'ann@example.com',
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: 'ann@example.com' },
        { Name: 'email_verified', Value: 'true' },
      ],
    },
  ]);
});

test('ignores an error if the user already exists and throws any other error', async () => {
  cognito
    .on(AdminCreateUserCommand)
    .rejectsOnce(new UsernameExistsException({ $metadata: {}, message: 'User account already exists' }))
    .rejectsOnce(new Error('Throttled'));
  const pool = userPoolStore('eu-central-1_abc', client);
  await pool.add('ann@example.com');
  await expect(pool.add('ann@example.com')).rejects.toThrow('Throttled');
});

test('makes no requests if another issuer is used', async () => {
  await userPoolStore(undefined, client).add('ann@example.com');
  expect(sent()).toEqual([]);
});
