/** Defines the response of `GET /v1/me`: the caller, its permissions and its account. */
import * as z from 'zod';
import { account } from '../accounts/account.ts';
import { planNames } from '../accounts/plans.ts';
import { actorOf, type Principal } from '../core/caller.ts';
import { scopes } from '../core/scope.ts';
import { roles } from '../core/role.ts';
import { timeZone } from '../core/zoned-time.ts';

/** Representation of the account in the API. */
export const accountView = z.object({
  id: z.string().describe('The account.'),
  name: z.string().describe("The account's name."),
  plan: z.enum(planNames).describe("The account's plan."),
  time_zone: z
    .string()
    .nullable()
    .describe(
      'IANA name of the time zone for the e-mails and exports of forms that have no `time_zone`. Null for UTC.',
    ),
});

/** Body of `PATCH /v1/account`. */
export const accountPatch = z
  .strictObject({
    time_zone: timeZone
      .nullable()
      .describe('IANA name of the time zone, for example `Europe/Berlin`. Null for UTC.'),
  })
  .partial();
export type AccountPatch = z.infer<typeof accountPatch>;

export const callerView = z.object({
  /** A session that was started with an API key has the type `key`. */
  type: z.enum(['key', 'token', 'member']),
  /** Id of the API key or member. For tokens, the id of the token's key or connection. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  account: accountView,
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
export const callerAccount = account.pick({ account_id: true, name: true, plan: true, time_zone: true });
export type CallerAccount = z.infer<typeof callerAccount>;

/** Converts an account to its API representation. */
export function toAccountView(of: CallerAccount): z.infer<typeof accountView> {
  return { id: of.account_id, name: of.name, plan: of.plan, time_zone: of.time_zone ?? null };
}

/** Converts a caller to its API representation. */
export function toCallerView(caller: Principal, of: CallerAccount): z.infer<typeof callerView> {
  return {
    type: caller.type === 'connection' ? 'token' : caller.type,
    id: actorOf(caller).id,
    name: caller.name,
    scopes: [...caller.scopes],
    account: toAccountView(of),
    ...('role' in caller && {
      member: { email: caller.email, role: caller.role, form_ids: caller.form_ids?.slice() ?? null },
    }),
  };
}
