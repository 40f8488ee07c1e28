/**
 * The members of an account, which are the people who may sign in to it (docs/specification.md, "Members"). A
 * member is invited by e-mail and becomes active once an identity is bound to it.
 */
import * as z from 'zod';
import { actorTypes, type Actor } from '../core/caller.ts';
import { DAY, timestamp } from '../core/clock.ts';
import { ValidationFailed } from '../core/errors.ts';
import { isFormId, newMemberId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { emailAddress, withAsciiDomain } from '../core/email-address.ts';
import { languages, type Language } from '../core/language.ts';
import { roles, type Role } from '../core/role.ts';

/** How long an invitation can be accepted, in milliseconds. */
export const INVITATION_LIFETIME = 7 * DAY;
/** Maximum number of forms that a member can be limited to. */
const MAX_FORMS = 100;

/** A member as stored. */
export const member = z.object({
  account_id: z.string(),
  member_id: z.string(),
  email: z.string(),
  /** Name of the person according to the issuer; absent until the first sign-in. */
  name: z.string().optional(),
  role: z.enum(roles),
  /** Forms that the member can access; absent if there is no limit. */
  form_ids: z.array(z.string()).optional(),
  /** Language of e-mails to the member; absent if unknown. */
  language: z.enum(languages).optional(),
  /** Key of the identity that is bound to the member; absent while the member is only invited. */
  identity_key: z.string().optional(),
  invited_at: z.string(),
  invited_by: z.object({ type: z.enum(actorTypes), id: z.string(), name: z.string() }),
  /** Expiry of the invitation; absent for an active member. */
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

/** Body of `POST /v1/members`. */
export const memberInput = z
  .strictObject({
    email: z.string().trim().transform(withAsciiDomain).pipe(emailAddress),
    role: z.enum(roles),
    /** The forms that the member is limited to. If absent or null, the member has access to all forms. */
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

/** A member as shown in lists. */
export const memberView = z.object({
  id: z.string(),
  email: z.string(),
  /** Name of the person according to their issuer; null until they have signed in. */
  name: z.string().nullable(),
  role: z.enum(roles),
  /** Forms that the member can access; null if there is no limit. */
  form_ids: z.array(z.string()).nullable(),
  /** `invited` until the person signs in for the first time. */
  status: z.enum(memberStatuses),
  invited_at: z.string(),
  /** Until when the invitation can be accepted; null once it has been accepted. */
  expires_at: z.string().nullable(),
  joined_at: z.string().nullable(),
});
export type MemberView = z.infer<typeof memberView>;

/**
 * Creates an invited member.
 * @param until expiry of the invitation, in milliseconds since the epoch
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

export const isActive = ({ identity_key }: Pick<Member, 'identity_key'>): boolean =>
  identity_key !== undefined;

/**
 * Returns the member's role and forms after the change. An owner has access to all forms, so becoming one
 * removes a limit.
 * @throws ValidationFailed when it would limit an owner
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
