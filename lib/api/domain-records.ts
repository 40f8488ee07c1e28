/** Creates the Route 53 records for the stage's domain. */
import { CfnOutput } from 'aws-cdk-lib';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  RecordTarget,
  type IAliasRecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';

/** The domain name of the API or CloudFront distribution that the DNS records point to. */
export interface DomainTarget {
  readonly name: string;
  readonly alias: IAliasRecordTarget;
}

export interface DomainRecordsProps {
  readonly domain: NonNullable<StageSettings['domain']>;
  readonly target: DomainTarget;
}

/**
 * Creates A and AAAA records if the settings name a hosted zone. The logical IDs don't depend on the target,
 * so adding an edge updates the existing records. With new logical IDs, Route 53 would reject the records
 * because their name is taken.
 */
export class DomainRecords extends Construct {
  constructor(scope: Construct, id: string, { domain, target }: DomainRecordsProps) {
    super(scope, id);
    const { name, hostedZoneId } = domain;
    // The record target, for users who create the DNS record themselves.
    new CfnOutput(scope, 'DomainTarget', { value: target.name });
    if (hostedZoneId === undefined) return;
    const record = {
      zone: HostedZone.fromHostedZoneId(this, 'HostedZone', hostedZoneId),
      // The trailing dot stops CDK from appending the zone name, which is unknown here.
      recordName: `${name}.`,
      target: RecordTarget.fromAlias(target.alias),
    };
    new ARecord(this, 'Ipv4', record);
    new AaaaRecord(this, 'Ipv6', record);
  }
}
