/** Finds settings that name a resource in the wrong region. */
import { hasEdge } from './edge-settings.ts';
import type { StageSettings } from './stage-settings.ts';

/** Returns one line for each resource that must be in the stack's region, but isn't. */
export function wrongRegions(settings: StageSettings, region: string): string[] {
  const { domain, mailIdentityArns = [], alarmTopicArn } = settings;
  const certificate = hasEdge(settings) ? undefined : domain?.certificateArn;
  return [
    ...wrongRegion('domain.certificateArn', certificate, region),
    ...mailIdentityArns.flatMap((arn) => wrongRegion('mailIdentityArns', arn, region)),
    ...wrongRegion('alarmTopicArn', alarmTopicArn, region),
  ];
}

function wrongRegion(setting: string, arn: string | undefined, region: string): string[] {
  const [, , , own = region] = arn?.split(':') ?? [];
  if (own === region) return [];
  return [
    `Invalid setting "${setting}": ${arn ?? ''} is in ${own}, but the stack is deployed to ${region}. ` +
      `Use a resource in ${region}, or deploy to ${own} with AWS_REGION=${own}.`,
  ];
}
