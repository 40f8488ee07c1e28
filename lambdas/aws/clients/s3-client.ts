/** Creates the S3 client of all functions that store files. */
import { S3Client } from '@aws-sdk/client-s3';
import { callLimits } from './call-limits.ts';

export function s3Client(limits: 's3' | 's3Files' = 's3'): S3Client {
  return new S3Client({
    ...callLimits(limits),
    // The default checksums would be those of an empty body in presigned requests for browsers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // An emulator serves all buckets under one host name.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  });
}
