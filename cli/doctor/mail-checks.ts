/**
 * Checks the requirements for e-mails and sign-in: SES identities, the SES sandbox, and the sign-in domain.
 */
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mailboxOf } from '../../lambdas/core/text/email-address.ts';
import { defaultSignInPrefix, hasUserPool } from '../../lib/settings/sign-in-prefix.ts';
import { isAwsError, ok, problem, warning, type Finding, type Target } from './finding.ts';

/** Checks that users can sign in, and that the sign-in domain's name is available. */
export async function checkSignIn(
  { settings, account, region }: Target,
  /** The stage's own user pool, if it is deployed. */
  ownPool: string | undefined,
): Promise<Finding[]> {
  const { console, oidc, mailSender } = settings;
  if (!console) return [];
  if (oidc) return [ok('Sign-in', `People sign in at ${oidc.issuer}.`)];
  if (mailSender === undefined || !hasUserPool(settings))
    return [
      warning(
        'Sign-in',
        'Nobody can sign in, because the stage has neither a mail sender nor an issuer.',
        'Set "mailSender", for example "Forms <forms@example.com>", or "oidc".',
      ),
    ];
  const Domain = settings.signInDomainPrefix ?? defaultSignInPrefix(settings.stage, account);
  const { DomainDescription } = await new CognitoIdentityProviderClient()
    .send(new DescribeUserPoolDomainCommand({ Domain }))
    .catch((error: unknown) => {
      if (isAwsError(error, 'ResourceNotFoundException')) return { DomainDescription: undefined };
      throw error;
    });
  const pool = DomainDescription?.UserPoolId;
  const host = `${Domain}.auth.${region}.amazoncognito.com`;
  if (pool === undefined || pool === ownPool) return [ok('Sign-in', `People sign in at ${host}.`)];
  return [
    problem(
      'Sign-in',
      `${host} already belongs to the user pool ${pool}.`,
      'Set "signInDomainPrefix" to another name, for example "acme-forms", or delete that domain.',
    ),
  ];
}

/** Checks that the sender's identity is verified, and that SES can send to all addresses. */
export async function checkMail({ settings, region }: Target): Promise<Finding[]> {
  const address = mailboxOf(settings.mailSender ?? '')?.address;
  if (address === undefined) return [];
  const client = new SESv2Client();
  const [account, ...identities] = await Promise.all([
    client.send(new GetAccountCommand()),
    ...identitiesOf(settings.mailIdentityArns, address).map((name) => checkIdentity(client, name, region)),
  ]);
  const sending = checkSending(account, region);
  const { ownerEmail } = settings;
  const isLimited = account.SendingEnabled !== false && account.ProductionAccessEnabled !== true;
  if (ownerEmail === undefined || !isLimited) return [...identities, sending];
  return [...identities, sending, await checkOwner(client, ownerEmail, region)];
}

/** Checks that the first account's owner can get an invitation while SES is in the sandbox. */
async function checkOwner(client: SESv2Client, ownerEmail: string, region: string): Promise<Finding> {
  const names = [ownerEmail, ownerEmail.slice(ownerEmail.indexOf('@') + 1)];
  const found = await Promise.all(names.map((name) => checkIdentity(client, name, region)));
  if (found.some(({ level }) => level === 'ok'))
    return ok('Owner', `${ownerEmail} can receive an invitation.`);
  return warning(
    'Owner',
    `${ownerEmail} can't receive the invitation, because SES is in the sandbox and the address isn't verified.`,
    `Run "aws sesv2 create-email-identity --email-identity ${ownerEmail}" in ${region}, then open the link in the e-mail that SES sends.`,
  );
}

/** Returns the identities to check: the ones in the settings, or the sender's domain. */
function identitiesOf(arns: readonly string[] | undefined, address: string): string[] {
  return arns?.map((arn) => arn.slice(arn.indexOf('/') + 1)) ?? [address.slice(address.indexOf('@') + 1)];
}

async function checkIdentity(client: SESv2Client, EmailIdentity: string, region: string): Promise<Finding> {
  const check = 'SES identity';
  const create = `Run "aws sesv2 create-email-identity --email-identity ${EmailIdentity}" in ${region}, then verify the identity.`;
  try {
    const identity = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    if (identity.VerifiedForSendingStatus === true) return ok(check, `${EmailIdentity} is verified.`);
    return problem(
      check,
      `${EmailIdentity} is not verified in ${region} (${identity.VerificationStatus ?? 'unknown'}).`,
      EmailIdentity.includes('@')
        ? 'Open the link in the e-mail that SES sent to this address.'
        : 'Add the DKIM records that SES shows for this domain to its DNS.',
    );
  } catch (error) {
    if (!isAwsError(error, 'NotFoundException')) throw error;
    return problem(check, `${EmailIdentity} is not an SES identity in ${region}.`, create);
  }
}

function checkSending(
  account: { readonly SendingEnabled?: boolean; readonly ProductionAccessEnabled?: boolean },
  region: string,
): Finding {
  const check = 'SES sending';
  if (account.SendingEnabled === false)
    return problem(
      check,
      `SES has paused sending in ${region}.`,
      'Open "Account dashboard" in the SES console to find out why, and how to resume sending.',
    );
  if (account.ProductionAccessEnabled !== true)
    return warning(
      check,
      `SES is in the sandbox in ${region}, so e-mails and sign-in codes only reach verified addresses.`,
      'Choose "Request production access" in the SES console.',
    );
  return ok(check, 'SES is out of the sandbox.');
}
