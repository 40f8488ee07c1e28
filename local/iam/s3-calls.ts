/**
 * Determines the IAM permissions that an S3 request with a path-style URL needs
 * (docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html).
 */
import type { AwsCall } from './policy.ts';
import { unescapeXml } from '../s3/xml-text.ts';

/**
 * Returns the AWS calls that an S3 request makes. If the request deletes several objects, returns one call
 * per object.
 */
export function s3Calls(method: string, path: string, body: string): AwsCall[] {
  const url = new URL(path, 'http://s3.invalid');
  const [, bucket = '', ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const on = (action: string, resource: string): AwsCall => ({
    action: `s3:${action}`,
    resource,
    context: {},
  });
  const bucketArn = `arn:aws:s3:::${bucket}`;
  if (key === '') {
    if (method === 'POST' && url.searchParams.has('delete')) {
      return [...body.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, each = '']) => {
        const [, named = ''] = /<Key>([^<]*)<\/Key>/.exec(each) ?? [];
        const action = each.includes('<VersionId>') ? 'DeleteObjectVersion' : 'DeleteObject';
        return on(action, `${bucketArn}/${unescapeXml(named)}`);
      });
    }
    return [on(url.searchParams.has('versions') ? 'ListBucketVersions' : 'ListBucket', bucketArn)];
  }
  return [on(objectAction(method, url.searchParams), `${bucketArn}/${key}`)];
}

function objectAction(method: string, query: URLSearchParams): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return query.has('versionId') ? 'GetObjectVersion' : 'GetObject';
    case 'DELETE':
      if (query.has('uploadId')) return 'AbortMultipartUpload';
      return query.has('versionId') ? 'DeleteObjectVersion' : 'DeleteObject';
    default:
      // Covers uploads of single objects, and starting, writing and completing multipart uploads.
      return 'PutObject';
  }
}
