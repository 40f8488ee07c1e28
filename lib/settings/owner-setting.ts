/** Defines the setting for the owner of the stage's first account. */
import type * as z from 'zod';
import { memberEmail } from '../../lambdas/auth/member.ts';

/**
 * E-mail address of the owner for whom the deployment creates the first account. The owner gets an
 * invitation to sign in. If absent, create accounts with `svc-forms account create`.
 */
export const ownerEmail = memberEmail.optional();

interface OwnerSettings {
  readonly console: boolean;
  readonly mailSender?: string | undefined;
  readonly oidc?: object | undefined;
  readonly ownerEmail?: string | undefined;
}

/** Adds a validation issue if the owner couldn't sign in. */
export function checkOwner({ value, issues }: z.core.ParsePayload<OwnerSettings>): void {
  if (value.ownerEmail === undefined || (value.console && (value.mailSender ?? value.oidc) !== undefined))
    return;
  const message = value.console
    ? 'needs "mailSender" or "oidc", so that the owner can sign in'
    : 'needs "console", where the owner signs in';
  issues.push({ code: 'custom', path: ['ownerEmail'], message, input: value });
}
