/** The records by which the domain of a stage leads to what answers there. */
import { CfnOutput } from 'aws-cdk-lib';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  RecordTarget,
  type IAliasRecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/** The API or the distribution, under the name that AWS gave it. */
export interface DomainTarget {
  readonly name: string;
  readonly alias: IAliasRecordTarget;
}

export interface DomainRecordsProps {
  readonly domain: NonNullable<StageSettings['domain']>;
  readonly target: DomainTarget;
}

/**
 * For IPv4 and IPv6, where the stage knows the hosted zone. They are the same resources whatever they lead to: when an
 * edge is put before the API they change, as a second record of the same name could not be made.
 */
export class DomainRecords extends Construct {
  constructor(scope: Construct, id: string, { domain, target }: DomainRecordsProps) {
    super(scope, id);
    const { name, hostedZoneId } = domain;
    // Where a CNAME of the domain has to lead that somebody makes by hand.
    new CfnOutput(scope, 'DomainTarget', { value: target.name });
    if (hostedZoneId === undefined) return;
    const record = {
      zone: HostedZone.fromHostedZoneId(this, 'HostedZone', hostedZoneId),
      // With a dot at its end it is the whole name: that of the zone need not be known.
      recordName: `${name}.`,
      target: RecordTarget.fromAlias(target.alias),
    };
    new ARecord(this, 'Ipv4', record);
    new AaaaRecord(this, 'Ipv6', record);
  }
}
