/** Defines the prefix of a stage's sign-in domain and Cognito's rule for prefixes. */
import * as z from 'zod';

/** Cognito rejects prefixes that contain one of these words. */
const PREFIX = /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const signInDomainPrefix = z
  .string()
  .regex(
    PREFIX,
    'must be 1 to 63 characters (a-z, 0-9 and hyphens), and must not contain "aws", "amazon" or "cognito"',
  );

/**
 * Returns a stage's default prefix. The prefix contains the account's id, because prefixes must be unique in
 * their region.
 * @param account the account's id, or CDK's placeholder for it
 */
export const defaultSignInPrefix = (stage: string, account: string): string =>
  `svc-forms-${stage}-${account}`;

interface SignInSettings {
  readonly stage: string;
  readonly console: boolean;
  readonly mailSender?: string | undefined;
  readonly oidc?: object | undefined;
  readonly signInDomainPrefix?: string | undefined;
}

/** Returns true if the stage gets a Cognito user pool. */
export const hasUserPool = ({ console, oidc, mailSender }: SignInSettings): boolean =>
  console && oidc === undefined && mailSender !== undefined;

/** Adds a validation issue if Cognito would reject the default prefix, which contains the stage's name. */
export function checkSignInPrefix(context: z.core.ParsePayload<SignInSettings>): void {
  const { value: settings, issues } = context;
  if (!hasUserPool(settings) || settings.signInDomainPrefix !== undefined) return;
  if (PREFIX.test(defaultSignInPrefix(settings.stage, '123456789012'))) return;
  issues.push({
    code: 'custom',
    path: ['signInDomainPrefix'],
    message:
      `must be set for the stage "${settings.stage}", because Cognito refuses the default ` +
      `${defaultSignInPrefix(settings.stage, '<account id>')}: it contains "aws", "amazon" or "cognito"`,
    input: undefined,
  });
}
