/**
 * Lists the options of the installable template. Each option is a condition in the template. If the condition
 * is met, the option's settings apply.
 */
import type { FormServiceSettings } from '../../settings/stage-settings.ts';

/** Values of the template parameters that are used in stage settings. */
export interface Values {
  readonly stage: string;
  readonly mailSenderName: string;
  readonly mailSender: string;
  readonly oidcIssuer: string;
  readonly oidcClientId: string;
  readonly oidcTrustEmail: boolean;
  readonly domainName: string;
  readonly certificateArn: string;
  readonly hostedZoneId: string;
  readonly alarmEmail: string;
  readonly ownerEmail: string;
  readonly logRetentionDays: NonNullable<FormServiceSettings['logRetentionDays']>;
  readonly spamRetentionDays: number;
}

/** Options that affect the same resources. The stack is synthesized with every combination of them. */
export const MAIN_OPTIONS = [
  'HasMailSender',
  'HasOidc',
  'HasDomain',
  'HasHostedZone',
  'HasLargePosts',
] as const;
/** Options that don't affect other options' resources. They only add resources or change a property. */
export const OTHER_OPTIONS = ['HasAlarmEmail', 'HasCanary', 'HasOwner', 'IsProtected'] as const;

export type Option = (typeof MAIN_OPTIONS)[number] | (typeof OTHER_OPTIONS)[number];
export const OPTIONS: readonly Option[] = [...MAIN_OPTIONS, ...OTHER_OPTIONS];

/** Returns every combination of these options that the template's parameters allow. */
export function combinationsOf(options: readonly Option[]): ReadonlySet<Option>[] {
  return options
    .reduce<Option[][]>((all, option) => all.flatMap((each) => [each, [...each, option]]), [[]])
    .map((each) => new Set(each))
    .filter(isAllowed);
}

/** Returns true if the template's rules allow this combination. */
export const isAllowed = (on: ReadonlySet<Option>): boolean =>
  (on.has('HasDomain') || !on.has('HasHostedZone')) &&
  (on.has('HasMailSender') || on.has('HasOidc') || !on.has('HasOwner'));

/** Returns the stage settings for these options and parameter values. */
export function settingsWith(on: ReadonlySet<Option>, values: Values): FormServiceSettings {
  const { mailSender, mailSenderName, oidcIssuer, oidcClientId, oidcTrustEmail } = values;
  const { domainName, certificateArn, hostedZoneId, alarmEmail, ownerEmail } = values;
  const { logRetentionDays, spamRetentionDays } = values;
  return {
    logRetentionDays,
    spamRetentionDays,
    ...(on.has('HasMailSender') && { mailSender: `${mailSenderName} <${mailSender}>` }),
    ...(on.has('HasOidc') && {
      oidc: { issuer: oidcIssuer, clientId: oidcClientId, trustEmail: oidcTrustEmail },
    }),
    ...(on.has('HasDomain') && {
      domain: { name: domainName, certificateArn, ...(on.has('HasHostedZone') && { hostedZoneId }) },
    }),
    ...(on.has('HasLargePosts') && { largePosts: true }),
    ...(on.has('HasAlarmEmail') && { alarmEmail }),
    ...(on.has('HasOwner') && { ownerEmail }),
    canary: on.has('HasCanary') ? { everyMinutes: 5 } : false,
  };
}
