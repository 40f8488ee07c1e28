import { describeFailure, TargetRefusedError } from '../../../lambdas/webhooks/sender/sender-errors.ts';

function failure(code: string, message = 'connect 10.0.0.7:443 secret'): Error {
  return Object.assign(new Error(message), { code });
}

describe('the sentence for a failure', () => {
  test.each([
    ['ENOTFOUND', 'The host name could not be resolved.'],
    ['ECONNREFUSED', 'The endpoint refused the connection.'],
    ['CERT_HAS_EXPIRED', 'The certificate of the endpoint has expired.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'No TLS connection could be made with the endpoint.'],
    ['EPROTO', 'No TLS connection could be made with the endpoint.'],
    ['EMFILE', 'The request failed (EMFILE).'],
    ['<b>odd</b>', 'The request failed.'],
  ])('for %s says: %s', (code, expected) => {
    expect(describeFailure(failure(code))).toBe(expected);
  });

  test('says that a response which undici cannot parse is no HTTP', () => {
    const error = Object.assign(new Error('Expected HTTP/'), { name: 'HTTPParserError', data: 'secret' });
    expect(describeFailure(error)).toBe('The endpoint did not answer with valid HTTP/1.1.');
  });

  test('distinguishes a response that breaks the protocol from a closed connection', () => {
    expect(describeFailure(failure('UND_ERR_SOCKET', 'bad upgrade'))).toMatch(/valid HTTP/);
    expect(describeFailure(failure('UND_ERR_SOCKET', 'other side closed'))).toMatch(/closed the connection/);
  });

  test('is the message of the sender’s own failures', () => {
    expect(describeFailure(new TargetRefusedError())).toBe(
      'The host does not resolve to public addresses only.',
    );
  });

  test('never repeats the message of a foreign error', () => {
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
