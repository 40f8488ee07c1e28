/** Checks input against the schemas of `operations.ts`. */
import type * as z from 'zod';
import { ValidationFailed, type ValidationIssue } from '../core/errors.ts';
import { message } from '../core/message.ts';

/** The message about a missing member; zod's own is about types. */
const requiredMembers: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is required' : undefined;

/**
 * The value, parsed.
 * @param issue gives the messages, in English when absent; a message in the schema itself has precedence
 * @throws ValidationFailed naming every member that is wrong
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

/** An unknown member has a path of its own, as a wrong value has. */
function toValidationIssues(issue: z.core.$ZodIssue): ValidationIssue[] {
  const at = (path: readonly PropertyKey[]): string => path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: at(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: message('not-known-here') }));
}
