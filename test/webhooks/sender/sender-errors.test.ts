import { failureCodeOf } from '../../../lambdas/webhooks/delivery/failure-codes.ts';
import { TargetRefusedError } from '../../../lambdas/outbound/connection-errors.ts';
import { describeFailure } from '../../../lambdas/webhooks/sender/sender-errors.ts';

function failure(code: string, message = 'connect 10.0.0.7:443 secret'): Error {
  return Object.assign(new Error(message), { code });
}

describe('the message for a failure', () => {
  test.each([
    ['ENOTFOUND', 'The host name could not be resolved.'],
    ['ECONNREFUSED', 'The endpoint refused the connection.'],
    ['CERT_HAS_EXPIRED', 'The certificate of the endpoint has expired.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'A TLS connection to the endpoint could not be established.'],
    ['EPROTO', 'A TLS connection to the endpoint could not be established.'],
    ['EMFILE', 'The request failed (EMFILE).'],
    ['<b>odd</b>', 'The request failed.'],
  ])('for %s says: %s', (code, expected) => {
    expect(describeFailure(failure(code))).toBe(expected);
  });

  test("reports a response that undici can't parse as invalid HTTP", () => {
    const error = Object.assign(new Error('Expected HTTP/'), { name: 'HTTPParserError', data: 'secret' });
    expect(describeFailure(error)).toBe('The endpoint did not respond with valid HTTP/1.1.');
  });

  test('distinguishes a protocol violation from a closed connection', () => {
    expect(describeFailure(failure('UND_ERR_SOCKET', 'bad upgrade'))).toMatch(/valid HTTP/);
    expect(describeFailure(failure('UND_ERR_SOCKET', 'other side closed'))).toMatch(/closed the connection/);
  });

  test("is the sender's own message for errors that the sender throws", () => {
    expect(describeFailure(new TargetRefusedError())).toBe(
      "The host name resolves to an address that isn't public.",
    );
  });

  test("never contains another library's error message", () => {
    for (const error of [
      failure('ECONNREFUSED'),
      failure('EODD'),
      new Error('10.0.0.7'),
      '10.0.0.7',
      null,
      7,
    ]) {
      expect(describeFailure(error)).not.toMatch(/10\.0\.0\.7|secret/);
    }
  });
});

describe('the code for a stored error', () => {
  test.each([
    ['The host name could not be resolved.', 'host-not-found'],
    ["The host name resolves to an address that isn't public.", 'private-address'],
    ['The certificate of the endpoint has expired.', 'certificate-expired'],
    ['No complete response arrived within 10 s.', 'timeout'],
    ['No complete response arrived within 0.2 s.', 'timeout'],
    ['HTTP 503', 'http-status'],
    ['HTTP 302: redirects are not followed.', 'redirect'],
    [
      'HTTP 200, but the response was cut short: The endpoint closed the connection before its response was complete.',
      'connection-closed',
    ],
    ['HTTP 200, but the response was cut short: No complete response arrived within 10 s.', 'timeout'],
    ['The URL must point to a public address.', 'invalid-url'],
    ['Port 22 is not allowed.', 'invalid-url'],
    ['unknown: the sender stopped before it recorded the response', 'outcome-unknown'],
    ['the submission was deleted or marked as spam', 'submission-unavailable'],
    ['The request failed (EMFILE).', 'request-failed'],
    ['A sentence of an older version.', 'request-failed'],
  ])('"%s" is %s', (error, code) => {
    expect(failureCodeOf(error)).toBe(code);
  });
});
