/**
 * Invites, lists, changes and removes an account's members for the operator. Works like the API, but doesn't
 * limit the number of invitations.
 */
import type { Clock } from '../../lambdas/core/clock.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { formReader } from '../../lambdas/forms/form-store.ts';
import type { Language } from '../../lambdas/core/text/language.ts';
import { signInAddress } from '../../lambdas/emails/content/invitation-email.ts';
import { invitationSender } from '../../lambdas/people/members/invitation-sender.ts';
import { memberStore } from '../../lambdas/people/members/member-store.ts';
import {
  newMember,
  toMemberView,
  type MemberInput,
  type MemberPatch,
  type MemberView,
  auditedMember,
} from '../../lambdas/auth/member.ts';
import { membershipStore, type MembershipResult } from '../../lambdas/people/members/membership-store.ts';
import { emailKey } from '../../lambdas/people/identity.ts';
import { connectionStore } from '../../lambdas/auth/connections/connection-store.ts';
import { sessionStore } from '../../lambdas/auth/sessions/session-store.ts';
import { accountRegistry } from './account-registry.ts';
import { operatorAudit } from '../operator-audit.ts';
import { AlreadyMember, LastOwner, NoSuchForm, NoSuchMember } from '../operator-errors.ts';
import type { ServiceConnection } from '../service-connection.ts';

/** The actor that the audit log names for the operator's invitations. */
export const OPERATOR = { type: 'operator', id: 'operator', name: 'Operator' } as const;

/** Number of members to read per page. */
const PAGE = 100;

/** An invited member and the URL where they can sign in. */
export type Invited = MemberView & { readonly sign_in_url: string };

/** Returns functions that manage the members of a service's accounts. */
export function accountMembers(service: ServiceConnection, now: Clock, random: RandomBytes) {
  const { db, tables } = service;
  const accounts = accountRegistry(service, now, random);
  const members = memberStore(db, tables.members);
  const memberships = membershipStore(db, tables);
  const send = invitationSender({
    members: memberships,
    userPool: { add: service.addToUserPool },
    queue: service.queueEmail,
  });
  const audit = operatorAudit(service, now, random);
  const rowOf = (accountId: string, action: string, member: { readonly id: string; readonly name: string }) =>
    audit.rowOf(accountId, action, { target: { type: 'member', ...member } });

  async function all(accountId: string): Promise<MemberView[]> {
    await accounts.find(accountId);
    const found: MemberView[] = [];
    let after: string | undefined;
    do {
      const page = await members.list(accountId, PAGE, after);
      found.push(...page.rows.map(toMemberView));
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  /** @param member the member's id or e-mail address */
  async function idOf(accountId: string, member: string): Promise<string> {
    const found = (await all(accountId)).find(
      ({ id, email }) => id === member || emailKey(email) === emailKey(member),
    );
    if (!found) throw new NoSuchMember(accountId, member);
    return found.id;
  }

  async function assertForms(
    accountId: string,
    formIds: readonly string[] | null | undefined,
  ): Promise<void> {
    for (const formId of formIds ?? [])
      if (!(await formReader(db, tables.forms).find(accountId, formId)))
        throw new NoSuchForm(accountId, formId);
  }

  function changed(result: MembershipResult, accountId: string, member: string): MemberView {
    switch (result.outcome) {
      case 'changed':
        return toMemberView(result.member);
      case 'last-owner':
        throw new LastOwner(member);
      case 'no-such-member':
        throw new NoSuchMember(accountId, member);
    }
  }

  return {
    /**
     * Invites a member, or renews their invitation.
     * @param until expiry of the invitation, in milliseconds since the epoch. Defaults to seven days from
     *   now.
     * @throws NoSuchAccount, NoSuchForm, AlreadyMember, LastOwner
     */
    async invite(
      accountId: string,
      input: MemberInput,
      { language, until }: { language?: Language | undefined; until?: number } = {},
    ): Promise<Invited> {
      const { cursor_key } = await accounts.find(accountId);
      await assertForms(accountId, input.form_ids);
      const options = { language, ...(until !== undefined && { until }) };
      const invited = newMember(accountId, input, OPERATOR, now(), random, options);
      const result = await send(invited, {
        rowOf: (member_id) =>
          rowOf(accountId, 'inviteMember', auditedMember({ ...invited, member_id }, cursor_key)),
      });
      switch (result.outcome) {
        case 'invited':
          return { ...toMemberView(result.member), sign_in_url: signInAddress(service.baseUrl, accountId) };
        case 'last-owner':
          throw new LastOwner(input.email);
        case 'is-member':
        case 'cap-reached':
          throw new AlreadyMember(accountId, input.email);
      }
    },

    /**
     * Lists all members, most recently invited first.
     * @throws NoSuchAccount
     */
    list: all,

    /**
     * Changes the role and forms of a member, identified by id or e-mail address. The change takes effect
     * with the member's next request.
     * @throws NoSuchAccount, NoSuchMember, NoSuchForm, LastOwner
     */
    async change(accountId: string, member: string, patch: MemberPatch): Promise<MemberView> {
      const { cursor_key } = await accounts.find(accountId);
      const id = await idOf(accountId, member);
      await assertForms(accountId, patch.form_ids);
      return changed(
        await memberships.change(accountId, id, patch, (before) =>
          rowOf(accountId, 'updateMember', auditedMember(before, cursor_key)),
        ),
        accountId,
        member,
      );
    },

    /**
     * Removes a member, identified by id or e-mail address. Their sessions and connections end immediately.
     * @throws NoSuchAccount, NoSuchMember, LastOwner
     */
    async remove(accountId: string, member: string): Promise<MemberView> {
      const { cursor_key } = await accounts.find(accountId);
      const member_id = await idOf(accountId, member);
      const removed = changed(
        await memberships.remove(accountId, member_id, (before) =>
          rowOf(accountId, 'removeMember', auditedMember(before, cursor_key)),
        ),
        accountId,
        member,
      );
      await sessionStore(db, tables.sessions).endAll({ account_id: accountId, member_id });
      await connectionStore(db, tables.connections).endAllOfMember(accountId, member_id);
      return removed;
    },
  };
}
