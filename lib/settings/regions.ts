/** Finds settings that name a resource in the wrong region. */
import { hasEdge } from './edge-settings.ts';
import type { StageSettings } from './stage-settings.ts';

/** A resource in the wrong region. */
export interface WrongRegion {
  readonly text: string;
  /** How to fix it, in one sentence. */
  readonly fix: string;
}

/** Returns the resources that must be in the stack's region, but aren't. */
export function wrongRegions(settings: StageSettings, region: string): WrongRegion[] {
  const { domain, mailIdentityArns = [], alarmTopicArn } = settings;
  // With CloudFront, the certificate must be in us-east-1, which `edge-settings.ts` checks.
  const certificate = hasEdge(settings) ? undefined : domain?.certificateArn;
  return [
    ...wrongRegion('domain.certificateArn', certificate, region),
    ...mailIdentityArns.flatMap((arn) => wrongRegion('mailIdentityArns', arn, region)),
    ...wrongRegion('alarmTopicArn', alarmTopicArn, region),
  ];
}

function wrongRegion(setting: string, arn: string | undefined, region: string): WrongRegion[] {
  const [, , , own = region] = arn?.split(':') ?? [];
  if (own === region) return [];
  return [
    {
      text: `Invalid setting "${setting}": ${arn ?? ''} is in ${own}, but the stack is deployed to ${region}.`,
      fix: `Use a resource in ${region}, or deploy to ${own} with AWS_REGION=${own}.`,
    },
  ];
}
