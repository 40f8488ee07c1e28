/** Creates the API Gateway custom domain for stages without an edge. */
import {
  ApiMapping,
  DomainName,
  IpAddressType,
  SecurityPolicy,
  type IHttpApi,
  type IStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainTarget } from './domain-records.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface ApiDomainProps {
  readonly domain: NonNullable<StageSettings['domain']>;
  readonly api: IHttpApi;
  readonly stage: IStage;
}

export class ApiDomain extends Construct {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly target: DomainTarget;

  constructor(scope: Construct, id: string, { domain, api, stage }: ApiDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    new ApiMapping(this, 'Mapping', { api, domainName, stage });
    const { regionalDomainName, regionalHostedZoneId } = domainName;
    this.url = `https://${domain.name}`;
    this.target = {
      name: regionalDomainName,
      alias: new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
    };
  }
}
