/** What an edge needs of us-east-1: a certificate for its domain and a firewall. A stack that one deploys before the service's. */
import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { Firewall } from './firewall.ts';

/** CloudFront takes certificates and web ACLs from there only. */
const REGION_OF_CLOUDFRONT = 'us-east-1';

/**
 * Its outputs are ARNs that somebody copies into the settings of the service's stack. A reference from one region to
 * another would make an export that cannot be removed while anything uses it.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { edgeStack, stage, tags }: StageSettings) {
    super(scope, id, {
      env: { region: REGION_OF_CLOUDFRONT },
      description: `Form backend, stage ${stage}: certificate and firewall for CloudFront`,
      terminationProtection: stage === 'prod',
    });
    for (const [key, value] of Object.entries(tags)) Tags.of(this).add(key, value);
    const { domainName, hostedZoneId, requestsPerFiveMinutes = 2000, countOnly = [] } = edgeStack ?? {};
    const { arn } = new Firewall(this, 'Firewall', { stage, requestsPerFiveMinutes, countOnly });
    new CfnOutput(this, 'WebAclArn', { value: arn });
    if (domainName === undefined) return;
    const certificate = new Certificate(this, 'Certificate', {
      domainName,
      // Without a zone CloudFormation waits until somebody has made the record that ACM asks for.
      validation: CertificateValidation.fromDns(
        hostedZoneId === undefined
          ? undefined
          : HostedZone.fromHostedZoneId(this, 'HostedZone', hostedZoneId),
      ),
    });
    new CfnOutput(this, 'CertificateArn', { value: certificate.certificateArn });
  }
}
