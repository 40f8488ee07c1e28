/** Defines which members submissions can be assigned to: those who have accepted their invitation. */
import * as z from 'zod';
import { isActive, member, type Member } from '../../auth/member.ts';
import type { FormOwner } from '../../core/caller.ts';
import { assigneeView, type AssigneeView } from '../submission.ts';

/** The member attributes needed for assignments. */
export const assignedMember = member.pick({
  account_id: true,
  member_id: true,
  email: true,
  name: true,
  form_ids: true,
  identity_key: true,
});

export const assigneeAttributes = assignedMember.keyof().options;

/** A member who can be assigned. */
export interface Assignee extends AssigneeView {
  /** Forms that the member can access; undefined for all forms. */
  readonly form_ids: readonly string[] | undefined;
}

/** Returns the member as an assignee, or undefined if the member hasn't accepted the invitation yet. */
export function assigneeOf(
  of: Pick<Member, 'member_id' | 'email' | 'name' | 'form_ids' | 'identity_key'>,
): Assignee | undefined {
  const { member_id: id, email, name = email, form_ids } = of;
  return isActive(of) ? { id, name, form_ids } : undefined;
}

/** Response of `GET /v1/assignees`. */
export const assigneesView = z.object({
  data: z
    .array(
      assigneeView.extend({
        form_ids: z
          .array(z.string())
          .nullable()
          .describe('The member can be assigned to submissions of these forms; null for all forms.'),
      }),
    )
    .describe('The members, by name.'),
});

/**
 * Returns the assignees that the caller can see. Callers with access to specific forms only see members who
 * can access at least one of these forms. The result doesn't mention other forms.
 */
export function toAssigneesView(
  assignees: readonly Assignee[],
  { form_ids: visible }: Pick<FormOwner, 'form_ids'>,
): z.infer<typeof assigneesView> {
  const data = assignees.flatMap(({ id, name, form_ids }): z.infer<typeof assigneesView>['data'] => {
    if (form_ids === undefined) return [{ id, name, form_ids: null }];
    const shared = form_ids.filter((formId) => visible === undefined || visible.includes(formId));
    return shared.length === 0 ? [] : [{ id, name, form_ids: shared }];
  });
  return { data: data.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)) };
}
