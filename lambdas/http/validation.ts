/** Checks of what comes in, against the schemas of `operations.ts`. */
import type * as z from 'zod';
import { ValidationFailed, type ValidationIssue } from '../domain/failures.ts';
import { detail } from '../domain/translations/detail.ts';

/**
 * The value, parsed.
 * @param issue says what is wrong, in English when absent; a schema's own words go before it
 * @throws ValidationFailed naming every member that is wrong
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  issue?: z.core.$ZodErrorMap,
): z.output<Schema> {
  const result = schema.safeParse(value, issue && { error: issue });
  if (result.success) return result.data;
  throw new ValidationFailed(result.error.issues.flatMap(described));
}

/** A member that there is not is named by its own path, as one with a wrong value is. */
function described(issue: z.core.$ZodIssue): ValidationIssue[] {
  const at = (path: readonly PropertyKey[]): string => path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: at(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ path: at([...issue.path, key]), message: detail('not-known-here') }));
}
