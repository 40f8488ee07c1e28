/** Region, account, credentials and ARNs that all emulators share. */

/** fauxqs supports only this region and this account. */
export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

/** s3rver supports only this key pair. The other emulators accept any. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;

/** Returns `arn:aws:<service>:<region>:<account>:<resource>` for the runner's fictitious account. */
export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;
}
