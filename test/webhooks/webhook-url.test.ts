import { checkWebhookUrl, type WebhookUrlConfig } from '../../lambdas/webhooks/webhook-url.ts';

const production: WebhookUrlConfig = {
  allowHttp: false,
  allowPrivateTargets: false,
  ownHosts: ['Forms.Example.com', 'abc.execute-api.eu-west-1.amazonaws.com'],
};
const withHttp: WebhookUrlConfig = { ...production, allowHttp: true };
const local: WebhookUrlConfig = { ...production, allowHttp: true, allowPrivateTargets: true };

function reason(url: string, config = production): string | null {
  const check = checkWebhookUrl(url, config);
  return check.ok ? null : check.reason;
}

describe('a webhook URL', () => {
  test.each([
    'https://hooks.example.org',
    'https://hooks.example.org/in?team=1',
    'https://hooks.example.org:443/',
    'https://hooks.example.org:8443/',
    'https://hooks.example.org:1024/',
    'https://hooks.example.org:65535/',
    'https://api.forms.example.com/',
    'https://münchen.example/',
  ])('may be %s', (url) => {
    expect(reason(url)).toBeNull();
  });

  test('is returned without its fragment', () => {
    const check = checkWebhookUrl('https://hooks.example.org/in?a=1#part', production);
    expect(check.ok && check.url.href).toBe('https://hooks.example.org/in?a=1');
  });

  test.each([
    ['http://hooks.example.org/', 'The URL must use https.'],
    ['ftp://hooks.example.org/', 'The URL must use https.'],
    ['file:///etc/passwd', 'The URL must use https.'],
    ['javascript:alert(1)', 'The URL must use https.'],
    ['hooks.example.org', 'The URL is not valid. Example: https://example.com/webhook'],
    ['https://', 'The URL is not valid. Example: https://example.com/webhook'],
    ['https://exa mple.org/', 'The URL is not valid. Example: https://example.com/webhook'],
    [
      'https://hooks.example.org/\r\nx-injected: 1',
      'The URL is not valid. Example: https://example.com/webhook',
    ],
    ['https://hooks.exa\tmple.org/', 'The URL is not valid. Example: https://example.com/webhook'],
    [' https://hooks.example.org/', 'The URL is not valid. Example: https://example.com/webhook'],
    ['https://hooks.example.org/\0', 'The URL is not valid. Example: https://example.com/webhook'],
    [
      'https://hooks.example.org/\u202egro.elpmaxe',
      'The URL is not valid. Example: https://example.com/webhook',
    ],
    ['https://256.1.1.1/', 'The URL is not valid. Example: https://example.com/webhook'],
    ['', 'The URL is not valid. Example: https://example.com/webhook'],
    ['https://user@hooks.example.org/', 'The URL must not contain a user name or password.'],
    ['https://:secret@hooks.example.org/', 'The URL must not contain a user name or password.'],
    ['https://hooks.example.org:22/', 'Port 22 is not allowed.'],
    ['https://hooks.example.org:80/', 'Port 80 is not allowed.'],
    ['https://hooks.example.org:0/', 'Port 0 is not allowed.'],
    ['https://hooks.example.org:1023/', 'Port 1023 is not allowed.'],
    ['https://hooks.example.org:6379/', 'Port 6379 is not allowed.'],
    ['https://hooks.example.org:2376/', 'Port 2376 is not allowed.'],
    ['https://localhost:8443/', 'The URL must not point to the local machine.'],
    ['https://app.localhost/', 'The URL must not point to the local machine.'],
    ['https://forms.example.com/v1/f/contact', 'The URL must not point to this service.'],
    ['https://FORMS.example.COM./v1/f/contact', 'The URL must not point to this service.'],
    ['https://forms.example.com:8443/', 'The URL must not point to this service.'],
    ['https://ABC.execute-api.eu-west-1.amazonaws.com/', 'The URL must not point to this service.'],
  ])('must not be %s: %s', (url, expected) => {
    expect(reason(url)).toBe(expected);
  });

  test('can have at most 2,048 characters', () => {
    const start = 'https://hooks.example.org/';
    expect(reason(start + 'a'.repeat(2048 - start.length))).toBeNull();
    expect(reason(start + 'a'.repeat(2049 - start.length))).toBe('The URL is longer than 2048 characters.');
  });

  test('can use http and its default port if the stage allows http', () => {
    expect(reason('http://hooks.example.org/', withHttp)).toBeNull();
    expect(reason('http://hooks.example.org:80/', withHttp)).toBeNull();
    expect(reason('http://hooks.example.org:443/', withHttp)).toBe('Port 443 is not allowed.');
    expect(reason('ws://hooks.example.org/', withHttp)).toBe('The URL must use https or http.');
  });

  test('can point to any host and port if the stage allows private targets', () => {
    expect(reason('http://localhost:22/', local)).toBeNull();
    expect(reason('http://127.0.0.1:6379/', local)).toBeNull();
    expect(reason('http://user@localhost/', local)).toBe('The URL must not contain a user name or password.');
  });

  test.each([
    ['https://forms.example.com/v1/f/contact', 'Forms.Example.com'],
    ['http://127.0.0.1:8787/v1/f/contact', '127.0.0.1:8787'],
    ['http://localhost:8787/', '127.0.0.1:8787'],
    ['http://2130706433:8787/', '127.0.0.1:8787'],
    ['http://127.8.8.8:8787/', '127.0.0.1:8787'],
    ['http://[::1]:8787/', 'localhost:8787'],
    ['http://[::ffff:127.0.0.1]:8787/', '127.0.0.1:8787'],
    ['http://[::FFFF:7f08:0808]:8787/', 'localhost:8787'],
    ['http://[0:0:0:0:0:ffff:192.0.2.7]:8787/', '192.0.2.7:8787'],
  ])('must never be %s, which belongs to the service at %s', (url, own) => {
    expect(reason(url, { ...local, ownHosts: [own] })).toBe('The URL must not point to this service.');
  });

  test.each([
    ['http://127.0.0.1:8788/', '127.0.0.1:8787'],
    ['http://localhost/', '127.0.0.1:8787'],
    ['http://10.0.0.1:8787/', '127.0.0.1:8787'],
    ['http://example.com:8787/', '127.0.0.1:8787'],
  ])(
    'can be %s, which is separate from the service at %s, if the stage allows private targets',
    (url, own) => {
      expect(reason(url, { ...local, ownHosts: [own] })).toBeNull();
    },
  );
});
