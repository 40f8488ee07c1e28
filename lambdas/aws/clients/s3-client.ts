/** Makes the S3 client of all functions that keep files. */
import { S3Client } from '@aws-sdk/client-s3';
import { callLimits } from './call-limits.ts';

export function s3Client(limits: 's3' | 's3Files' = 's3'): S3Client {
  return new S3Client({
    ...callLimits(limits),
    // The checksums that the client adds by default are those of an empty body in what it signs for browsers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // An emulator has one address for all buckets.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  });
}
