/**
 * Lists the options of the installable template. Each option is a condition in the template. If it's met, the
 * stack has these settings.
 */
import type { FormServiceSettings } from '../../settings/stage-settings.ts';

/** Values of the template's parameters that are part of settings. */
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
  readonly logRetentionDays: NonNullable<FormServiceSettings['logRetentionDays']>;
  readonly spamRetentionDays: number;
}

/** Options that change each other's resources, so the template is synthesized with all combinations of them. */
export const MAIN_OPTIONS = [
  'HasMailSender',
  'HasOidc',
  'HasDomain',
  'HasHostedZone',
  'HasLargePosts',
] as const;
/** Options that only add resources or change a property. */
export const OTHER_OPTIONS = ['HasAlarmEmail', 'HasCanary', 'IsProtected'] as const;

export type Option = (typeof MAIN_OPTIONS)[number] | (typeof OTHER_OPTIONS)[number];
export const OPTIONS: readonly Option[] = [...MAIN_OPTIONS, ...OTHER_OPTIONS];

/** Returns all combinations of these options that the parameters allow. */
export function combinationsOf(options: readonly Option[]): ReadonlySet<Option>[] {
  return options
    .reduce<Option[][]>((all, option) => all.flatMap((each) => [each, [...each, option]]), [[]])
    .map((each) => new Set(each))
    .filter((each) => each.has('HasDomain') || !each.has('HasHostedZone'));
}

/** Returns the settings of a stack with these options and values. */
export function settingsWith(on: ReadonlySet<Option>, values: Values): FormServiceSettings {
  const { mailSender, mailSenderName, oidcIssuer, oidcClientId, oidcTrustEmail } = values;
  const { domainName, certificateArn, hostedZoneId, alarmEmail, logRetentionDays, spamRetentionDays } =
    values;
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
    canary: on.has('HasCanary') ? { everyMinutes: 5 } : false,
  };
}
