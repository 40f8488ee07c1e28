/** What an edge needs of us-east-1: a certificate for its domain and a firewall. A stack that one deploys before the service's. */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { FormServiceProps } from '../form-service.ts';
import { checkedSettings } from '../stage-settings.ts';
import { keepRulesOfTeam } from '../team-rules.ts';
import { edgeStackSettings } from './edge-settings.ts';
import { Firewall } from './firewall.ts';

/** Of the settings it is `edgeStack` and those of all stacks that count. Its region is always that of CloudFront. */
export interface EdgeStackProps extends StackProps, Pick<FormServiceProps, 'stage' | 'settings'> {}

/** CloudFront takes certificates and web ACLs from there only. */
const REGION_OF_CLOUDFRONT = 'us-east-1';

/**
 * Its outputs are ARNs that somebody copies into the settings of the service's stack. A reference from one region to
 * another would make an export that cannot be removed while anything uses it.
 */
export class EdgeStack extends Stack {
  /** @throws WrongSetting naming each setting that is unknown or wrong */
  constructor(
    scope: Construct,
    id: string,
    { stage, settings: given = {}, ...ofStack }: EdgeStackProps = {},
  ) {
    const settings = checkedSettings(stage, given);
    super(scope, id, {
      description: `Form backend, stage ${settings.stage}: certificate and firewall for CloudFront`,
      terminationProtection: settings.stage === 'prod',
      ...ofStack,
      env: { ...ofStack.env, region: REGION_OF_CLOUDFRONT },
    });
    keepRulesOfTeam(this, settings);
    const { domainName, hostedZoneId, requestsPerFiveMinutes, countOnly } =
      settings.edgeStack ?? edgeStackSettings.parse({});
    const { arn } = new Firewall(this, 'Firewall', {
      stage: settings.stage,
      requestsPerFiveMinutes,
      countOnly,
    });
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
