/** Defines the region, account, credentials and ARNs that all emulators share. */

/** The only region and account that fauxqs, the SQS emulator, supports. */
export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

/** The only key pair that s3rver supports. The other emulators accept any key pair. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;

/** Returns `arn:aws:<service>:<region>:<account>:<resource>` for the runner's fictitious account. */
export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;
}
