/** The query that selects forms of an account, and the name under which the list's cursors are signed. */
import * as z from 'zod';
import { pageQuery } from '../core/pagination.ts';
import { foldText } from '../core/folded-text.ts';
import { formStatuses, type FormWithoutSecrets } from './form.ts';

/** The query of a list of forms. */
export const formsQuery = pageQuery.extend({
  status: z.enum(formStatuses).optional().describe('Only forms with this status.'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only forms whose name or slug contains this text, whatever its case and accents.'),
});
/** Selects forms of an account. */
export type FormFilter = Pick<z.output<typeof formsQuery>, 'status' | 'q'>;

/** Tells whether a form passes the filter; undefined when every form does. */
export function formMatcher({ status, q }: FormFilter): ((of: FormWithoutSecrets) => boolean) | undefined {
  if (status === undefined && q === undefined) return undefined;
  const wanted = q === undefined ? '' : foldText(q);
  return (of) =>
    (status === undefined || of.status === status) &&
    [of.name, of.slug].some((text) => foldText(text).includes(wanted));
}

/** The name of a list of forms, under which its cursors are signed: one name for each filter. */
export function formList({ status, q }: FormFilter): string {
  return status === undefined && q === undefined ? 'forms' : `forms ${JSON.stringify([status, q])}`;
}
