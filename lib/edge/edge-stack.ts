/** The stack that an edge needs in us-east-1: a certificate and a web ACL. Deploy it before the service's stack. */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { checkedSettings, type FormServiceSettings } from '../settings/stage-settings.ts';
import { applyTagsAndBoundary } from '../aws/tags-and-boundary.ts';
import { edgeStackSettings } from '../settings/edge-settings.ts';
import { Firewall } from './firewall.ts';

/** The stack uses `svc:edgeStack`, `svc:tags` and `svc:permissionsBoundary`. Its region is always us-east-1. */
export interface EdgeStackProps extends StackProps {
  /** The stage's name; `prod` when absent. */
  readonly stage?: string;
  /** Stage settings without the `svc:` prefix (docs/operations.md, "Stage settings"). */
  readonly settings?: FormServiceSettings;
}

/** CloudFront accepts certificates and web ACLs from this region only. */
const CLOUDFRONT_REGION = 'us-east-1';

/**
 * Outputs ARNs to copy into the settings of the service's stack. A cross-region reference would create an
 * export that can't be removed while it is in use.
 */
export class EdgeStack extends Stack {
  /** @throws WrongSetting naming each setting that is unknown or invalid */
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
      env: { ...ofStack.env, region: CLOUDFRONT_REGION },
    });
    applyTagsAndBoundary(this, settings);
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
      // Without a hosted zone, CloudFormation waits until you have added ACM's validation record.
      validation: CertificateValidation.fromDns(
        hostedZoneId === undefined
          ? undefined
          : HostedZone.fromHostedZoneId(this, 'HostedZone', hostedZoneId),
      ),
    });
    new CfnOutput(this, 'CertificateArn', { value: certificate.certificateArn });
  }
}
