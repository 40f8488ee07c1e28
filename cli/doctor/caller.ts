/** Determines the AWS identity and region that the operator's commands use. */
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { OperatorError } from '../operator-errors.ts';

/** Thrown if there are no AWS credentials or no region, or if AWS rejects the credentials. */
export class NoAwsAccess extends OperatorError {
  override readonly name = 'NoAwsAccess' as const;
}

export interface Caller {
  readonly account: string;
  readonly region: string;
  /** ARN of the user or role. */
  readonly arn: string;
}

/**
 * Returns the AWS account, region and identity in use.
 * @throws NoAwsAccess with a message that says how to get access
 */
export async function awsCaller(): Promise<Caller> {
  const client = new STSClient();
  const region = await regionOf(client);
  try {
    const { Account = '', Arn = '' } = await client.send(new GetCallerIdentityCommand());
    return { account: Account, region, arn: Arn };
  } catch (cause) {
    throw new NoAwsAccess(withoutAccess(cause), { cause });
  }
}

async function regionOf(client: STSClient): Promise<string> {
  try {
    return await client.config.region();
  } catch (cause) {
    throw new NoAwsAccess('No AWS region is set: set AWS_REGION, for example AWS_REGION=eu-central-1.', {
      cause,
    });
  }
}

/** Matches the names of errors that AWS returns for invalid credentials. */
const REFUSED = /Token|Signature|AccessDenied|AuthFailure|NotAuthorized|UnrecognizedClient/;

function withoutAccess(error: unknown): string {
  if (!(error instanceof Error)) return `AWS can't be reached: ${String(error)}`;
  const { name, message } = error;
  if (name === 'CredentialsProviderError')
    return (
      'No AWS credentials found: run "aws configure sso" and set AWS_PROFILE, ' +
      'or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
    );
  if (REFUSED.test(name))
    return `AWS rejected the credentials (${name}): sign in again, for example with "aws sso login".`;
  return `AWS can't be reached (${name}: ${message}): check the network, AWS_REGION and AWS_ENDPOINT_URL.`;
}
