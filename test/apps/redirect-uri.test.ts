/** Tests redirect URIs against a handwritten list of expected results. */
import { checkRedirectUri, isRegisteredRedirectUri } from '../../lambdas/apps/redirect-uri.ts';

describe('a redirect URI in a registration', () => {
  it.each([
    ['https://app.example.com/oauth/callback'],
    ['https://app.example.com'],
    ['https://app.example.com/'],
    ['https://app.example.com/cb?tenant=7&next=%2Fhome'],
    ['https://app.example.com:8443/cb'],
    ['https://app.example.com/@team/cb'],
    ['https://intranet/cb'],
    ['https://192.0.2.7/cb'],
    ['https://[2001:db8::1]/cb'],
    ['https://xn--mnchen-3ya.example/cb'],
    ['http://127.0.0.1/cb'],
    ['http://127.0.0.1:53682/cb'],
    ['http://localhost:5678/rest/oauth2-credential/callback'],
    ['http://[::1]:4000/cb'],
  ])('may be %s', (uri) => {
    expect(checkRedirectUri(uri)).toEqual({ ok: true });
  });

  it.each([
    // Unencrypted URIs on hosts other than localhost.
    ['http://app.example.com/cb', 'https, or http on'],
    ['http://127.0.0.2/cb', 'https, or http on'],
    ['http://localhost.example.com/cb', 'https, or http on'],
    ['http://127.0.0.1.example.com/cb', 'https, or http on'],
    ['http://[::ffff:7f00:1]/cb', 'https, or http on'],
    ['http://0.0.0.0/cb', 'https, or http on'],
    // Schemes that run code, read files, or can be claimed by any app.
    ['javascript:alert(1)', 'https, or http on'],
    ['JavaScript:alert(1)//', 'https, or http on'],
    ['data:text/html,hello', 'https, or http on'],
    ['vbscript:x', 'https, or http on'],
    ['file:///etc/passwd', 'https, or http on'],
    ['blob:https://app.example.com/1', 'https, or http on'],
    ['com.example.app:/cb', 'https, or http on'],
    ['ftp://app.example.com/cb', 'https, or http on'],
    ['wss://app.example.com/cb', 'https, or http on'],
    // Fragments, including empty fragments.
    ['https://app.example.com/cb#token', 'fragment'],
    ['https://app.example.com/cb#', 'fragment'],
    // Wildcards.
    ['https://*.example.com/cb', 'wildcard'],
    ['https://app.example.com/*', 'wildcard'],
    // User info can disguise the real host, even if the user info is empty.
    ['https://app.example.com@evil.example/cb', 'user name'],
    ['https://user:secret@app.example.com/cb', 'user name'],
    ['https://@app.example.com/cb', 'user name'],
    ['https://:@app.example.com/cb', 'user name'],
    // Lookalike characters: letters from other scripts, full-width letters, the ideographic full stop, and an
    // invisible joiner.
    ['https://аpp.example.com/cb', 'ASCII'],
    ['https://app.example。com/cb', 'ASCII'],
    ['https://ａpp.example.com/cb', 'ASCII'],
    ['https://app.exam\u200dple.com/cb', 'ASCII'],
    ['https://app.example.com/\u202Ecb', 'ASCII'],
    // Backslashes, because browsers treat them as slashes.
    ['https://evil.example\\@app.example.com/cb', 'backslash'],
    ['https:\\\\app.example.com\\cb', 'backslash'],
    ['https://app.example.com\\.evil.example/cb', 'backslash'],
    // Spaces and control characters, because some programs remove them or truncate the URI at them.
    ['https://app.example.com/c b', 'ASCII'],
    [' https://app.example.com/cb', 'ASCII'],
    ['https://app.example.com/cb\n', 'ASCII'],
    ['https://app.exam\tple.com/cb', 'ASCII'],
    ['https://app.example.com/cb\u0000', 'ASCII'],
    ['https://app.example.com/cb%0d%0aSet-Cookie:a=b', 'ASCII'],
    ['https://app.example.com/cb%00', 'ASCII'],
    // Hosts with a trailing dot, and invalid hosts.
    ['https://app.example.com./cb', 'ends with a dot'],
    ['http://localhost./cb', 'https, or http on'],
    ['https://app..example.com/cb', 'valid host'],
    ['https://-app.example.com/cb', 'valid host'],
    ['https://app_1.example.com/cb', 'valid host'],
    ['https://a&b.example.com/cb', 'valid host'],
    // URIs that programs would normalize to a different URI.
    ['HTTPS://app.example.com/cb', 'must be written as https://app.example.com/cb'],
    ['https://APP.example.com/cb', 'must be written as https://app.example.com/cb'],
    ['https://app.example.com:443/cb', 'must be written as https://app.example.com/cb'],
    ['http://localhost:80/cb', 'must be written as http://localhost/cb'],
    ['https://app.example.com/a/../cb', 'must be written as https://app.example.com/cb'],
    ['https://app.example.com/a/%2e%2e/cb', 'must be written as https://app.example.com/cb'],
    ['https:/app.example.com/cb', 'must be written as https://app.example.com/cb'],
    ['https:app.example.com/cb', 'must be written as https://app.example.com/cb'],
    ['https:///app.example.com/cb', 'must be written as https://app.example.com/cb'],
    ['http://0x7f.1/cb', 'must be written as http://127.0.0.1/cb'],
    ['http://2130706433/cb', 'must be written as http://127.0.0.1/cb'],
    ['http://127.1/cb', 'must be written as http://127.0.0.1/cb'],
    ['http://[0:0:0:0:0:0:0:1]/cb', 'must be written as http://[::1]/cb'],
    ['https://ex%61mple.com/cb', 'must be written as https://example.com/cb'],
    // Strings that aren't URLs.
    ['', 'absolute'],
    ['/cb', 'absolute'],
    ['//app.example.com/cb', 'absolute'],
    ['app.example.com/cb', 'absolute'],
    ['https://', 'absolute'],
    ['urn:ietf:wg:oauth:2.0:oob', 'https, or http on'],
    [`https://app.example.com/${'a'.repeat(2025)}`, 'at most 2048'],
  ])('may not be %j', (uri, reason) => {
    expect(checkRedirectUri(uri)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('can be 2,048 characters long', () => {
    expect(checkRedirectUri(`https://app.example.com/${'a'.repeat(2024)}`)).toEqual({ ok: true });
  });
});

describe('a redirect URI in a request', () => {
  const registered = [
    'https://app.example.com/cb',
    'https://bare.example.com',
    'http://127.0.0.1/cb',
    'http://localhost:5678/cb',
    'http://[::1]/cb?from=cli',
  ];

  it.each([
    ['https://app.example.com/cb'],
    ['https://bare.example.com'],
    ['http://127.0.0.1/cb'],
    ['http://127.0.0.1:49152/cb'],
    ['http://localhost:5678/cb'],
    ['http://localhost:61000/cb'],
    ['http://localhost/cb'],
    ['http://[::1]:8080/cb?from=cli'],
  ])('matches the registered %s', (uri) => {
    expect(isRegisteredRedirectUri(registered, uri)).toBe(true);
  });

  it.each([
    // URIs that aren't identical to the registered URI.
    ['https://app.example.com/cb/'],
    ['https://app.example.com/cb?x=1'],
    ['https://app.example.com/CB'],
    ['https://app.example.com/cb#x'],
    ['https://app.example.com/cb2'],
    ['https://app.example.com/'],
    ['https://bare.example.com/'],
    ['https://app.example.com:8443/cb'],
    ['https://app.example.com:443/cb'],
    ['https://APP.example.com/cb'],
    ['https://app.example.com.evil.example/cb'],
    ['https://app.example.com@evil.example/cb'],
    ['https://evil.example/https://app.example.com/cb'],
    ['https://app.example.com/evil/../cb'],
    ['https://app.example.com\\@evil.example/cb'],
    ['http://app.example.com/cb'],
    ['//app.example.com/cb'],
    // On localhost, ports may differ, but everything else must match.
    ['https://127.0.0.1/cb'],
    ['http://127.0.0.1:49152/other'],
    ['http://127.0.0.1:49152/cb?x=1'],
    ['http://[::1]:49152/cb'],
    ['http://localhost:5678@evil.example/cb'],
    ['http://localhost:5678.evil.example/cb'],
    ['http://127.0.0.1:/cb'],
    ['http://127.0.0.1:99999/cb'],
    ['http://127.0.0.1:49152:1/cb'],
    [''],
  ])('does not match the registered URI: %j', (uri) => {
    expect(isRegisteredRedirectUri(registered, uri)).toBe(false);
  });

  it('never matches an app without redirect URIs', () => {
    expect(isRegisteredRedirectUri([], 'https://app.example.com/cb')).toBe(false);
  });
});
