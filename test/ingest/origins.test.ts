import { OriginNotAllowed } from '../../lambdas/core/errors/errors.ts';
import { assertOriginAllowed } from '../../lambdas/ingest/origins.ts';

const form = { allowed_origins: ['https://www.example.com', 'http://localhost:3000'] };

it.each(['https://www.example.com', 'http://localhost:3000', undefined])('allows %s', (origin) => {
  expect(() => assertOriginAllowed(form, origin)).not.toThrow();
});

it.each([
  'https://example.com',
  'http://www.example.com',
  'https://www.example.com:8443',
  'https://www.example.com.evil.example',
  'https://www.example.com,https://evil.example',
  'null',
  '',
])('refuses "%s"', (origin) => {
  expect(() => assertOriginAllowed(form, origin)).toThrow(OriginNotAllowed);
});

it.each(['https://anywhere.example', 'null', undefined])(
  'allows %s if no origins are configured',
  (origin) => {
    expect(() => assertOriginAllowed({ allowed_origins: [] }, origin)).not.toThrow();
  },
);
