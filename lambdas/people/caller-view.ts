/** Defines the response of `GET /v1/me`: the caller and its permissions. */
import * as z from 'zod';
import { account } from '../accounts/account.ts';
import { planNames } from '../accounts/plans.ts';
import { actorOf, type Principal } from '../core/caller.ts';
import { scopes } from '../core/scope.ts';
import { roles } from '../core/role.ts';

export const callerView = z.object({
  /** A session that was started with an API key has the type `key`. */
  type: z.enum(['key', 'token', 'member']),
  /** Id of the API key, the member, or the key or connection that the token belongs to. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  account: z.object({ id: z.string(), name: z.string(), plan: z.enum(planNames) }),
  /**
   * The signed-in member, or the member for whom an authorized app acts. Absent for API keys and their
   * tokens.
   */
  member: z
    .object({
      email: z.string(),
      role: z.enum(roles),
      /** Forms that the member can access; null if the member can access all forms. */
      form_ids: z.array(z.string()).nullable(),
    })
    .optional(),
});

/** Account attributes that the response needs. */
export const callerAccount = account.pick({ account_id: true, name: true, plan: true });
type CallerAccount = z.infer<typeof callerAccount>;

/** Converts a caller to its API representation. */
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
