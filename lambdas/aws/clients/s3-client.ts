/** Creates the S3 client for functions that store files. */
import { S3Client } from '@aws-sdk/client-s3';
import { callLimits } from './call-limits.ts';

export function s3Client(limits: 's3' | 's3Files' = 's3'): S3Client {
  return new S3Client({
    ...callLimits(limits),
    // By default, the SDK adds a checksum to presigned requests, but computes it from an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Local S3 emulators serve all buckets under one host name.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  });
}
