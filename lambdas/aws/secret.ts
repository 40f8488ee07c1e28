/** Reads secrets by reference, so that no environment variable or template contains one. */
import * as z from 'zod';
import { readIfGiven } from '../environment.ts';
import { callLimits } from './clients/call-limits.ts';

/** A secret as read from its store. */
export interface Secret {
  readonly value: string;
  /** When this value was stored, in milliseconds since the epoch. */
  readonly storedAt: number;
}

export type ReadSecret = (arn: string) => Promise<Secret>;

/**
 * Reads the current value of a Secrets Manager secret or Parameter Store parameter.
 * @param arn ARN of the secret or parameter
 * @throws SecretNotRead, or ZodError if the value isn't text; neither error contains the secret
 */
export const readSecret: ReadSecret = async (arn) => {
  // Import this only when needed, because most stages have no secrets to read.
  const { callSecretStore } = await import('./secret-client.ts');
  const endpoint = readIfGiven(
    arn.split(':')[2] === 'ssm' ? 'AWS_ENDPOINT_URL_SSM' : 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  );
  return responseSchema().parse(await callSecretStore(arn, { endpoint, ...callLimits('secrets') }));
};

/** Creates the schema of a response on first use, because most functions never read a secret. */
const responseSchema = () =>
  z.union([
    z
      .object({ SecretString: z.string().min(1), CreatedDate: z.number() })
      .transform(({ SecretString, CreatedDate }) => ({ value: SecretString, storedAt: CreatedDate * 1000 })),
    z
      .object({ Parameter: z.object({ Value: z.string().min(1), LastModifiedDate: z.number() }) })
      .transform(({ Parameter }) => ({
        value: Parameter.Value,
        storedAt: Parameter.LastModifiedDate * 1000,
      })),
  ]);
