/** Builds AWS's response to calls that the caller's policies deny. */
import { Readable } from 'node:stream';
import { escapeXml } from '../s3/xml-text.ts';
import type { AwsService } from './aws-calls.ts';

/** The subset of `http.IncomingMessage` that the SDK's HTTP handler uses. */
export type FakeResponse = Readable & {
  statusCode: number;
  statusMessage: string;
  headers: Record<string, string>;
};

/** Returns an access denied response in the service's protocol. */
export function accessDenied(service: AwsService, message: string): FakeResponse {
  if (service === 's3') {
    const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>${escapeXml(message)}</Message></Error>`;
    return response(403, { 'content-type': 'application/xml' }, text);
  }
  const type =
    service === 'dynamodb' ? 'com.amazon.coral.service#AccessDeniedException' : 'AccessDeniedException';
  return response(
    service === 'ses' ? 403 : 400,
    { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': type },
    JSON.stringify({ __type: type, message, Message: message }),
  );
}

function response(statusCode: number, headers: Record<string, string>, text: string): FakeResponse {
  const body = Buffer.from(text);
  return Object.assign(Readable.from([body]), {
    statusCode,
    statusMessage: 'Denied',
    headers: { ...headers, 'content-length': String(body.length) },
  });
}
