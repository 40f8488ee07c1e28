/** The records by which a host name leads to what answers for it. */
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  RecordTarget,
  type IAliasRecordTarget,
} from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/** Makes them, for IPv4 and IPv6, where the stage knows the hosted zone; elsewhere somebody makes a CNAME by hand. */
export function makeAliasRecords(
  scope: Construct,
  { name, hostedZoneId }: NonNullable<StageSettings['domain']>,
  target: IAliasRecordTarget,
): void {
  if (hostedZoneId === undefined) return;
  const record = {
    zone: HostedZone.fromHostedZoneId(scope, 'HostedZone', hostedZoneId),
    // With a dot at its end it is the whole name: that of the zone need not be known.
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(target),
  };
  new ARecord(scope, 'Ipv4Record', record);
  new AaaaRecord(scope, 'Ipv6Record', record);
}
