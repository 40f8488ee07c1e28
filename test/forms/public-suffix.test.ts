/**
 * Tests that a form can't accept submissions from a whole public suffix, such as all customers of a domain
 * registry or hosting provider.
 */
import { assertNoPublicSuffix } from '../../lambdas/forms/public-suffix.ts';
import { ValidationFailed } from '../../lambdas/core/errors/errors.ts';

it.each([
  'https://*.co.uk',
  'http://*.co.uk:8080',
  'https://*.com.au',
  'https://*.kawasaki.jp',
  'https://*.any.ck',
  'https://*.xn--55qx5d.cn',
  'https://*.github.io',
  'https://*.pages.dev',
  'https://*.s3.amazonaws.com',
  'https://*.blogspot.com',
  'https://co.uk',
  'https://com',
  'https://github.io',
])('refuses %s', (entry) => {
  expect(() => assertNoPublicSuffix(['https://www.example.com', entry])).toThrow(ValidationFailed);
});

it.each([
  'https://*.example.co.uk',
  'https://example.co.uk',
  'https://*.mine.github.io',
  'https://mine.github.io',
  'https://*.city.kawasaki.jp',
  'https://*.www.ck',
  'https://*.corp.internal',
  'http://localhost:3000',
  'http://intranet',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
  'https://*.example.org',
])('accepts %s', (entry) => {
  expect(() => assertNoPublicSuffix([entry])).not.toThrow();
});

it('reports each entry that is a public suffix', () => {
  const entries = ['https://*.co.uk', 'https://www.example.com', 'https://*.github.io'];
  expect(() => assertNoPublicSuffix(entries)).toThrow(
    expect.objectContaining({
      errors: [
        expect.objectContaining({ path: 'allowed_origins.0' }),
        expect.objectContaining({ path: 'allowed_origins.2' }),
      ],
    }),
  );
});
