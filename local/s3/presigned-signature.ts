/**
 * Verifies the signatures of presigned URLs. s3rver's own check leaves `!'()*` unencoded in the query, but
 * Signature Version 4 percent-encodes them. s3rver would therefore reject downloads with a file name in the
 * format `filename*=UTF-8''…`.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { CREDENTIALS } from '../aws-names.ts';

const SIGNATURE = 'X-Amz-Signature';

/**
 * Returns true if the signature is valid. Expects URLs in the AWS SDK's format, with the query already in its
 * final encoding and the host as the only signed header.
 */
export function isPresignedRight(request: {
  readonly method: string;
  readonly url: string;
  readonly host: string;
}): boolean {
  const [path = '', query = ''] = request.url.split('?');
  const all = query.split('&');
  const parameters = new URLSearchParams(query);
  const sent = Buffer.from(parameters.get(SIGNATURE) ?? '', 'hex');
  const [, ...scope] = (parameters.get('X-Amz-Credential') ?? '').split('/');
  const signed = all.filter((parameter) => !parameter.startsWith(`${SIGNATURE}=`)).sort();
  const canonical = [
    ...[request.method, path, signed.join('&'), `host:${request.host}`, '', 'host'],
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const text = [
    ...['AWS4-HMAC-SHA256', parameters.get('X-Amz-Date') ?? '', scope.join('/')],
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const right = hmac(signingKey(scope), text);
  return sent.length === right.length && timingSafeEqual(sent, right);
}

/**
 * Returns the Signature Version 4 key for a scope, which consists of the date, region, service and
 * `aws4_request`.
 */
export function signingKey(scope: readonly string[]): string | Buffer {
  return scope.reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
