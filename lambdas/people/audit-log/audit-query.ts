/** Defines the audit log's query parameters and the list name that is used to sign its cursors. */
import * as z from 'zod';
import { canSeeForm, type FormOwner } from '../../core/caller.ts';
import { formIdOf, isFormId, parentsOfDelivery } from '../../core/ids.ts';
import { pageQuery } from '../../core/web/pagination.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan, queryTime } from '../../core/time-span.ts';
import type { AuditEventView } from '../../audit/audit-event.ts';

/** `since` is inclusive, `until` exclusive. */
const filter = {
  since: queryTime.optional().describe('Return only changes at or after this time.'),
  until: queryTime.optional().describe('Return only changes before this time.'),
  actor: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Return only changes by the key, member or operator with this ID.'),
  action: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Return only changes by this operation, for example `updateForm`, as in `action`.'),
};
/** Filters for audit log rows. Times are in milliseconds since the epoch. */
export type AuditFilter = z.output<z.ZodObject<typeof filter>>;

/** Query parameters of the audit log. */
export const auditQuery = pageQuery.extend(filter).refine(isValidTimeSpan, INVALID_TIME_SPAN);

/**
 * Returns the list name that is part of each cursor's signature. The name contains the filters, so that a
 * cursor is only valid with the same filters.
 */
export const auditList = ({ since, until, actor, action }: AuditFilter): string =>
  `audit-log ${JSON.stringify([since, until, actor, action])}`;

/**
 * Returns true if the row matches the filter and the caller may see it. Callers who can only access specific
 * forms see no rows about other forms.
 */
export function auditRowMatches(wanted: Pick<AuditFilter, 'actor' | 'action'>, caller: FormOwner) {
  return ({ actor, target, action }: AuditEventView): boolean => {
    if (wanted.actor !== undefined && wanted.actor !== actor.id) return false;
    if (wanted.action !== undefined && wanted.action !== action) return false;
    const formId = target.id === null ? undefined : formOf(target.id);
    return formId === undefined || canSeeForm(caller, formId);
  };
}

const formOf = (id: string): string | undefined =>
  isFormId(id) ? id : (formIdOf(id) ?? parentsOfDelivery(id)?.formId);
