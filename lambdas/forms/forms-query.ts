/** Defines the query parameters for listing forms and the list name that is used to sign cursors. */
import * as z from 'zod';
import { pageQuery } from '../core/web/pagination.ts';
import { foldText } from '../core/text/folded-text.ts';
import { formStatuses, type FormWithoutSecrets } from './form.ts';

/** Query parameters for a list of forms. */
export const formsQuery = pageQuery.extend({
  status: z.enum(formStatuses).optional().describe('Only returns forms with this status.'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only returns forms whose name or slug contains this text, ignoring case and accents.'),
});
/** Filter for an account's forms. */
export type FormFilter = Pick<z.output<typeof formsQuery>, 'status' | 'q'>;

/**
 * Creates a function that returns true if a form matches the filter. Returns undefined if all forms match.
 */
export function formMatcher({ status, q }: FormFilter): ((of: FormWithoutSecrets) => boolean) | undefined {
  if (status === undefined && q === undefined) return undefined;
  const wanted = q === undefined ? '' : foldText(q);
  return (of) =>
    (status === undefined || of.status === status) &&
    [of.name, of.slug].some((text) => foldText(text).includes(wanted));
}

/** Returns the name that is used to sign a list's cursors. The name is different for each filter. */
export function formList({ status, q }: FormFilter): string {
  return status === undefined && q === undefined ? 'forms' : `forms ${JSON.stringify([status, q])}`;
}
