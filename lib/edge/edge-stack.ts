/**
 * Creates the us-east-1 stack with the certificate and web ACL for an edge. Deploy it before the service's
 * stack.
 */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { hasTerminationProtection } from '../settings/data-protection.ts';
import { checkedSettings, type FormServiceSettings } from '../settings/stage-settings.ts';
import { applyTagsAndBoundary } from '../aws/tags-and-boundary.ts';
import { edgeStackSettings } from '../settings/edge-settings.ts';
import { Firewall } from './firewall.ts';

/**
 * Properties of the edge stack, which is always deployed to us-east-1. The stack only uses the settings
 * `svc:edgeStack`, `svc:tags` and `svc:permissionsBoundary`.
 */
export interface EdgeStackProps extends StackProps {
  /** The stage's name. Defaults to `prod`. */
  readonly stage?: string;
  /** Stage settings without the `svc:` prefix (docs/operating/settings.md, "Stage settings"). */
  readonly settings?: FormServiceSettings;
}

/** CloudFront only accepts certificates and web ACLs from this region. */
const CLOUDFRONT_REGION = 'us-east-1';

/**
 * A stack that outputs the ARNs to copy into the settings of the service's stack. Cross-region references
 * aren't used, because their exports can't be removed while they are in use.
 */
export class EdgeStack extends Stack {
  /** @throws WrongSetting that names each unknown or invalid setting */
  constructor(
    scope: Construct,
    id: string,
    { stage, settings: given = {}, ...ofStack }: EdgeStackProps = {},
  ) {
    const settings = checkedSettings(stage, given);
    super(scope, id, {
      description: `Form backend, stage ${settings.stage}: certificate and firewall for CloudFront`,
      terminationProtection: hasTerminationProtection(scope, settings),
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
      // Without a hosted zone, CloudFormation waits until you add ACM's validation record.
      validation: CertificateValidation.fromDns(
        hostedZoneId === undefined
          ? undefined
          : HostedZone.fromHostedZoneId(this, 'HostedZone', hostedZoneId),
      ),
    });
    new CfnOutput(this, 'CertificateArn', { value: certificate.certificateArn });
  }
}
