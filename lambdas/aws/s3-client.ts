/** The S3 client of all functions that keep files. */
import { S3Client } from '@aws-sdk/client-s3';

/** Three tries; each may take longer than a table's, as it carries a file. */
const CALL_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 6000, throwOnRequestTimeout: true },
};

export function s3Client(): S3Client {
  return new S3Client({
    ...CALL_LIMITS,
    // The checksums that the client adds of itself are those of an empty body in what it signs for browsers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // An emulator has one address for all buckets.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  });
}
