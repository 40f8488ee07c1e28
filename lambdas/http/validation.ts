/** Checks of what comes in, against the schemas of `operations.ts`. */
import type * as z from 'zod';
import { ValidationFailed } from '../domain/failures.ts';

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
  throw new ValidationFailed(
    result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
}
