/** The query that selects rows of the audit log, and the name under which the list's cursors are signed. */
import * as z from 'zod';
import { seesForm, type FormOwner } from '../../core/caller.ts';
import { formIdOf, isFormId, parentsOfDelivery } from '../../core/ids.ts';
import { pageQuery } from '../../core/pagination.ts';
import { INVALID_TIME_SPAN, isValidTimeSpan, queryTime } from '../../core/time-span.ts';
import type { AuditEventView } from '../../audit/audit-event.ts';

/** `since` is inclusive, `until` exclusive. */
const filter = {
  since: queryTime.optional().describe('Only changes at this time or later.'),
  until: queryTime.optional().describe('Only changes before this time.'),
  actor: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only changes by the key, member or operator with this id.'),
  action: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Only changes by this operation, named as `action` is.'),
};
/** Selects rows; times are in milliseconds since the epoch. */
export type AuditFilter = z.output<z.ZodObject<typeof filter>>;

/** The query of the audit log. */
export const auditQuery = pageQuery.extend(filter).refine(isValidTimeSpan, INVALID_TIME_SPAN);

/** The name of the list, under which its cursors are signed: one name for each filter. */
export const auditList = ({ since, until, actor, action }: AuditFilter): string =>
  `audit-log ${JSON.stringify([since, until, actor, action])}`;

/**
 * Whether the caller gets to see a row with this filter. A caller that is limited to some forms sees nothing of the
 * others here either.
 */
export function auditRowMatches(wanted: Pick<AuditFilter, 'actor' | 'action'>, caller: FormOwner) {
  return ({ actor, target, action }: AuditEventView): boolean => {
    if (wanted.actor !== undefined && wanted.actor !== actor.id) return false;
    if (wanted.action !== undefined && wanted.action !== action) return false;
    const formId = target.id === null ? undefined : formOf(target.id);
    return formId === undefined || seesForm(caller, formId);
  };
}

const formOf = (id: string): string | undefined =>
  isFormId(id) ? id : (formIdOf(id) ?? parentsOfDelivery(id)?.formId);
