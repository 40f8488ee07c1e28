/** Creates the S3 client for functions that store files. */
import { S3Client } from '@aws-sdk/client-s3';
import { callLimits } from './call-limits.ts';

export function s3Client(limits: 's3' | 's3Files' = 's3'): S3Client {
  return new S3Client({
    ...callLimits(limits),
    // Disable the SDK's default checksums. For presigned requests, the SDK computes them from an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Put the bucket in the path for local emulators, because they serve all buckets under one host name.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  });
}
