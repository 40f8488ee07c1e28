/** Validates input against the schemas of `operations.ts`. */
import type * as z from 'zod';
import { ValidationFailed } from '../core/errors/errors.ts';
import type { MessageCatalogue } from '../core/errors/message.ts';
import { checkPlainly, pathText } from '../core/errors/plain-issues.ts';

/**
 * Parses and validates a value.
 * @param messages defaults to English; messages in the schema take precedence
 * @throws ValidationFailed naming every invalid or unknown field
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  messages?: MessageCatalogue,
): z.output<Schema> {
  const checked = checkPlainly(schema, value, messages);
  if (checked.success) return checked.data;
  throw new ValidationFailed(checked.issues.map(({ path, message }) => ({ path: pathText(path), message })));
}
