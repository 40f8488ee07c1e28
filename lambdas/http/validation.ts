/** Checks of what comes in, against the schemas of `operations.ts`. */
import type * as z from 'zod';
import { ValidationFailed, type ValidationIssue } from '../core/errors.ts';
import { message } from '../i18n/message.ts';

/** What a program is told of a member that it has left out; zod's own words are about types. */
const requiredMembers: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'is required' : undefined;

/**
 * The value, parsed.
 * @param issue says what is wrong, in English when absent; a schema's own words go before it
 * @throws ValidationFailed naming every member that is wrong
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  issue = requiredMembers,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: issue });
  if (result.success) return result.data;
  throw new ValidationFailed(result.error.issues.flatMap(described));
}

/** A member that there is not is named by its own path, as one with a wrong value is. */
function described(issue: z.core.$ZodIssue): ValidationIssue[] {
  const at = (path: readonly PropertyKey[]): string => path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: at(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: message('not-known-here') }));
}
