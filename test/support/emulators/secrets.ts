/** Runs the local Secrets Manager with a test's secrets, and makes this process's clients use it. */
import { listenForSecrets } from '../../../local/secrets/secrets-endpoint.ts';

export interface TestSecrets {
  /** Sets or replaces a secret. */
  set(arn: string, value: string): void;
  stop(): Promise<void>;
}

/** Returns the ARN of a secret with this name. */
export const secretArn = (name: string): string =>
  `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`;

export async function startSecrets(values: Readonly<Record<string, string>>): Promise<TestSecrets> {
  const secrets = new Map<string, { value: string; stored_at: string }>();
  const set = (arn: string, value: string): void => {
    secrets.set(arn, { value, stored_at: new Date().toISOString() });
  };
  for (const [arn, value] of Object.entries(values)) set(arn, value);
  const { endpoint, serve, stop } = await listenForSecrets();
  serve({ find: (arn) => secrets.get(arn) });
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_ENDPOINT_URL_SSM: endpoint,
  });
  return { set, stop };
}
