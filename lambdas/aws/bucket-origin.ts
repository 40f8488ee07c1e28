/** Determines the origin that browsers use for a bucket. */

/**
 * Returns the origin without a trailing slash.
 * @param deployed the bucket's origin on AWS, used unless the service runs on emulators
 */
export const bucketOrigin = (deployed: string): string => process.env['AWS_ENDPOINT_URL_S3'] ?? deployed;
