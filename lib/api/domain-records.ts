/** The Route 53 records of the stage's domain. */
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

/** The API or the CloudFront distribution, by its AWS domain name. */
export interface DomainTarget {
  readonly name: string;
  readonly alias: IAliasRecordTarget;
}

export interface DomainRecordsProps {
  readonly domain: NonNullable<StageSettings['domain']>;
  readonly target: DomainTarget;
}

/**
 * Creates A and AAAA records if the settings name the hosted zone. The logical IDs don't depend on the
 * target: adding an edge updates the records, because Route 53 rejects a second record with the same name.
 */
export class DomainRecords extends Construct {
  constructor(scope: Construct, id: string, { domain, target }: DomainRecordsProps) {
    super(scope, id);
    const { name, hostedZoneId } = domain;
    // The target for a DNS record that you create yourself.
    new CfnOutput(scope, 'DomainTarget', { value: target.name });
    if (hostedZoneId === undefined) return;
    const record = {
      zone: HostedZone.fromHostedZoneId(this, 'HostedZone', hostedZoneId),
      // With the trailing dot, CDK doesn't append the name of the zone, which is unknown here.
      recordName: `${name}.`,
      target: RecordTarget.fromAlias(target.alias),
    };
    new ARecord(this, 'Ipv4', record);
    new AaaaRecord(this, 'Ipv6', record);
  }
}
