/** Checks input against the schemas of `operations.ts`. */
import type * as z from 'zod';
import { ValidationFailed, type ValidationIssue } from '../core/errors.ts';
import { message } from '../core/message.ts';

/** Returns the message for a missing member, because zod's own message is about types. */
const requiredMembers: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is required' : undefined;

/**
 * Parses the value.
 * @param issue returns the messages; defaults to English; a message in the schema itself takes precedence
 * @throws ValidationFailed naming every invalid member
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  issue = requiredMembers,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: issue });
  if (result.success) return result.data;
  throw new ValidationFailed(result.error.issues.flatMap(toValidationIssues));
}

/** An unknown member gets its own path, like an invalid value. */
function toValidationIssues(issue: z.core.$ZodIssue): ValidationIssue[] {
  const at = (path: readonly PropertyKey[]): string => path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: at(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: message('not-known-here') }));
}
