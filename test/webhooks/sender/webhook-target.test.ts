import { bareHost } from '../../../lambdas/outbound/single-use-client.ts';
import { checkWebhookTarget } from '../../../lambdas/webhooks/sender/webhook-target.ts';

const production = { allowHttp: true, allowPrivateTargets: false, ownHosts: [] };

describe('a webhook target that is validated without DNS', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
    'http://[2002:7f00:1::]/',
  ])('must not be %s', (url) => {
    expect(checkWebhookTarget(url, production)).toEqual({
      ok: false,
      reason: 'The URL must point to a public address.',
    });
  });

  test.each([
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://hooks.example.org/',
  ])('may be %s', (url) => {
    expect(checkWebhookTarget(url, production).ok).toBe(true);
  });

  test('can be a private address if the stage allows it', () => {
    expect(checkWebhookTarget('http://0x7f.1/', { ...production, allowPrivateTargets: true }).ok).toBe(true);
  });

  test('reports errors from the URL rules first', () => {
    expect(checkWebhookTarget('http://u:p@127.0.0.1/', production)).toEqual({
      ok: false,
      reason: 'The URL must not contain a user name or password.',
    });
  });
});

test('a host is passed to sockets without its brackets or root dot', () => {
  expect(bareHost(new URL('https://[2606:2800::1]:8443/'))).toBe('2606:2800::1');
  expect(bareHost(new URL('https://hooks.example.org./'))).toBe('hooks.example.org');
});
