/** Region, account, credentials and ARNs that all emulators agree on. */

/** fauxqs knows no other region and no other account. */
export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

/** s3rver knows exactly one key pair; the other emulators accept any. */
export const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;

/** `arn:aws:<service>:<region>:<account>:<resource>` of the runner's pretended account. */
export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;
}
