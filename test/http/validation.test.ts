import * as z from 'zod';
import { ValidationFailed } from '../../lambdas/core/errors/errors.ts';
import { validated } from '../../lambdas/http/validation.ts';

const schema = z.strictObject({ name: z.string(), inner: z.strictObject({ size: z.int() }).optional() });

const issuesOf = (value: unknown) => {
  try {
    validated(schema, value);
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
  throw new Error('The value was accepted.');
};

it('returns a valid value', () => {
  expect(validated(schema, { name: 'Ada' })).toEqual({ name: 'Ada' });
});

it('names a missing property', () => {
  expect(issuesOf({ inner: {} })).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'inner.size', message: 'is required' },
  ]);
});

it('describes the expected value', () => {
  expect(issuesOf({ name: 7 })).toEqual([{ path: 'name', message: 'must be text, for example "text"' }]);
});

it('suggests the closest name', () => {
  expect(issuesOf({ name: 'Ada', inner: { size: 1, sise: 2 }, other: 3 })).toEqual([
    { path: 'inner.sise', message: 'is not a known name (did you mean "size"?)' },
    { path: 'other', message: 'is not a known name' },
  ]);
});
