/** `PATCH /v1/members/{id}`: changes a member's role, or the forms that they can access. */
import { accountFormsStore } from '../../auth/account-forms-store.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import { updateMember as operation } from '../people-operations.ts';
import { assertForms, assertMayGive, lastOwner, memberIdOf, noSuchMember } from './member-limits.ts';
import { auditedMember, toMemberView } from '../../auth/member.ts';
import { memberStore } from './member-store.ts';
import { membershipStore } from './membership-store.ts';

interface Deps {
  readonly members: Pick<ReturnType<typeof membershipStore>, 'change'> &
    Pick<ReturnType<typeof memberStore>, 'find'>;
  readonly forms: Pick<ReturnType<typeof accountFormsStore>, 'find'>;
}

/** Changes a member. The change takes effect with the member's next request. */
export function updateMember({ members, forms }: Deps) {
  return async ({ path, body, caller, audit }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const id = memberIdOf(path);
    assertMayGive(body.role, caller);
    await assertForms(caller.account_id, body.form_ids, forms);
    // The member's current role also applies to the new forms, so check that the caller may assign this role.
    if (body.form_ids !== undefined && body.role === undefined)
      assertMayGive((await members.find(caller.account_id, id))?.role, caller);
    const result = await members.change(caller.account_id, id, body, (before) =>
      audit.rowOf(auditedMember(before, caller.cursor_key)),
    );
    switch (result.outcome) {
      case 'changed':
        return { status: 200, body: toMemberView(result.member) };
      case 'last-owner':
        throw lastOwner();
      case 'no-such-member':
        throw noSuchMember(id);
    }
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'FORMS_TABLE', 'IDENTITIES_TABLE', 'INVITATIONS_TABLE', 'MEMBERS_TABLE'],
  (db, environment) =>
    updateMember({
      members: {
        ...memberStore(db, environment.MEMBERS_TABLE),
        ...membershipStore(db, {
          accounts: environment.ACCOUNTS_TABLE,
          identities: environment.IDENTITIES_TABLE,
          invitations: environment.INVITATIONS_TABLE,
          members: environment.MEMBERS_TABLE,
        }),
      },
      forms: accountFormsStore(db, environment.FORMS_TABLE),
    }),
);
