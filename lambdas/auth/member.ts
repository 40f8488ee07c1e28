/**
 * Defines the members of an account, who can sign in to it (docs/specification.md, "Members"). Members are
 * invited by e-mail and become active once an identity is linked to them.
 */
import * as z from 'zod';
import { actorTypes, type Actor } from '../core/caller.ts';
import { DAY, timestamp } from '../core/clock.ts';
import { ValidationFailed } from '../core/errors/errors.ts';
import { auditedAddress } from '../core/audited-value.ts';
import { isFormId, newMemberId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { emailAddress, withAsciiDomain } from '../core/text/email-address.ts';
import { languages, type Language } from '../core/text/language.ts';
import { roles, type Role } from '../core/role.ts';

/** Lifetime of an invitation, in milliseconds. */
export const INVITATION_LIFETIME = 7 * DAY;
/** Maximum number of forms in a member's access list. */
const MAX_FORMS = 100;

/** Schema of a stored member. */
export const member = z.object({
  account_id: z.string(),
  member_id: z.string(),
  email: z.string(),
  /** The member's name, as provided by the identity provider; absent until the first sign-in. */
  name: z.string().optional(),
  role: z.enum(roles),
  /** Forms that the member can access; absent if the member can access all forms. */
  form_ids: z.array(z.string()).optional(),
  /** Language for e-mails to the member; absent if unknown. */
  language: z.enum(languages).optional(),
  /** Key of the identity linked to the member; absent until the invitation is accepted. */
  identity_key: z.string().optional(),
  invited_at: z.string(),
  invited_by: z.object({ type: z.enum(actorTypes), id: z.string(), name: z.string() }),
  /** When the invitation expires; absent for active members. */
  invited_until: z.string().optional(),
  joined_at: z.string().optional(),
});
export type Member = z.infer<typeof member>;

const formIds = z
  .array(z.string().refine(isFormId, { error: 'must be a form ID, for example frm_01ARZ3NDEK' }))
  .min(1)
  .max(MAX_FORMS)
  .transform((ids) => [...new Set(ids)]);

const OWNER_HAS_ALL = "can't be set for an owner, who has access to all forms";
const UNLIMITED_OWNER = { path: ['form_ids'], error: OWNER_HAS_ALL };
const isPossible = (input: { role?: Role | undefined; form_ids?: readonly string[] | null | undefined }) =>
  input.role !== 'owner' || !input.form_ids;

/** E-mail address of a member. Converts the domain to ASCII. */
export const memberEmail = z.string().trim().transform(withAsciiDomain).pipe(emailAddress);

/** Body of `POST /v1/members`. */
export const memberInput = z
  .strictObject({
    email: memberEmail,
    role: z.enum(roles),
    /** Forms that the member can access. If this is absent or null, the member can access all forms. */
    form_ids: formIds.nullable().optional(),
  })
  .refine(isPossible, UNLIMITED_OWNER);
export type MemberInput = z.infer<typeof memberInput>;

/** Body of `PATCH /v1/members/{id}`. */
export const memberPatch = z
  .strictObject({ role: z.enum(roles).optional(), form_ids: formIds.nullable().optional() })
  .refine(isPossible, UNLIMITED_OWNER);
export type MemberPatch = z.infer<typeof memberPatch>;

export const memberStatuses = ['invited', 'active'] as const;

/** Representation of a member in lists. */
export const memberView = z.object({
  id: z.string(),
  email: z.string(),
  /** The member's name, as provided by the identity provider; null until the first sign-in. */
  name: z.string().nullable(),
  role: z.enum(roles),
  /** Forms that the member can access; null if the member can access all forms. */
  form_ids: z.array(z.string()).nullable(),
  /** `invited` until the member signs in for the first time. */
  status: z.enum(memberStatuses),
  invited_at: z.string(),
  /** When the invitation expires; null once the invitation has been accepted. */
  expires_at: z.string().nullable(),
  joined_at: z.string().nullable(),
});
export type MemberView = z.infer<typeof memberView>;

/**
 * Creates an invited member.
 * @param until expiry time of the invitation, in milliseconds since the epoch
 */
export function newMember(
  accountId: string,
  { email, role, form_ids }: MemberInput,
  by: Actor,
  at: number,
  random: RandomBytes,
  { language, until = at + INVITATION_LIFETIME }: { language?: Language | undefined; until?: number } = {},
): Member {
  return {
    account_id: accountId,
    member_id: newMemberId(at, random),
    email,
    role,
    ...(form_ids && { form_ids }),
    ...(language && { language }),
    invited_at: timestamp(at),
    invited_by: by,
    invited_until: timestamp(until),
  };
}

/**
 * Returns the member's id and name for the audit log. If an active member has no name, uses the e-mail
 * address instead. If an invited member has no name, uses a digest of the address, because the address
 * couldn't be erased from the audit log later.
 * @param key the account's key for address digests
 */
export const auditedMember = (
  { member_id, name, email, identity_key }: Pick<Member, 'member_id' | 'name' | 'email' | 'identity_key'>,
  key: string,
) => ({
  id: member_id,
  name: name ?? (isActive({ identity_key }) ? email : auditedAddress(email, key)),
});

export const isActive = ({ identity_key }: Pick<Member, 'identity_key'>): boolean =>
  identity_key !== undefined;

/**
 * Applies the patch to the member's role and forms. Owners always have access to all forms, so making a
 * member an owner removes any restriction.
 * @throws ValidationFailed when the change would restrict an owner
 */
export function afterPatch(before: Pick<Member, 'role' | 'form_ids'>, patch: MemberPatch) {
  const role = patch.role ?? before.role;
  if (!isPossible({ role, form_ids: patch.form_ids }))
    throw new ValidationFailed([{ path: 'form_ids', message: OWNER_HAS_ALL }]);
  const form_ids = patch.form_ids === undefined ? before.form_ids : (patch.form_ids ?? undefined);
  return { role, form_ids: role === 'owner' ? undefined : form_ids };
}

/** Converts a member to its API representation. */
export function toMemberView(of: Member): MemberView {
  return {
    id: of.member_id,
    email: of.email,
    name: of.name ?? null,
    role: of.role,
    form_ids: of.form_ids ?? null,
    status: isActive(of) ? 'active' : 'invited',
    invited_at: of.invited_at,
    expires_at: isActive(of) ? null : (of.invited_until ?? null),
    joined_at: of.joined_at ?? null,
  };
}
