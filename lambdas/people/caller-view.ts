/** The response of `GET /v1/me`: who calls, and what they may do. */
import * as z from 'zod';
import { account } from '../accounts/account.ts';
import { planNames } from '../accounts/plans.ts';
import { actorOf, type Principal } from '../core/caller.ts';
import { scopes } from '../core/scope.ts';
import { roles } from '../core/role.ts';

export const callerView = z.object({
  /** A session of a key counts as the key. */
  type: z.enum(['key', 'token', 'member']),
  /** Of the key, the key or the connection of the token, or the member. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  account: z.object({ id: z.string(), name: z.string(), plan: z.enum(planNames) }),
  /** The member, or whom the app acts for that a member has let in; absent of a key and its tokens. */
  member: z
    .object({
      email: z.string(),
      role: z.enum(roles),
      /** The forms that the member is limited to; null when there is no limit. */
      form_ids: z.array(z.string()).nullable(),
    })
    .optional(),
});

/** What is read of the account to show its caller. */
export const callerAccount = account.pick({ account_id: true, name: true, plan: true });
type CallerAccount = z.infer<typeof callerAccount>;

/** The caller as the API shows it. */
export function toCallerView(
  caller: Principal,
  { account_id, name, plan }: CallerAccount,
): z.infer<typeof callerView> {
  return {
    type: caller.type === 'connection' ? 'token' : caller.type,
    id: actorOf(caller).id,
    name: caller.name,
    scopes: [...caller.scopes],
    account: { id: account_id, name, plan },
    ...('role' in caller && {
      member: { email: caller.email, role: caller.role, form_ids: caller.form_ids?.slice() ?? null },
    }),
  };
}
