/** The host name of a stage whose API clients call directly: a custom domain of API Gateway. */
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
import { makeAliasRecords } from '../edge/alias-records.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface ApiDomainProps {
  readonly domain: NonNullable<StageSettings['domain']>;
  readonly api: IHttpApi;
  readonly stage: IStage;
}

export class ApiDomain extends Construct {
  /** Where clients reach the API; no slash at the end. */
  readonly url: string;
  /** Where a CNAME of the host has to lead. */
  readonly target: string;

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
    makeAliasRecords(
      this,
      domain,
      new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
    );
    this.url = `https://${domain.name}`;
    this.target = regionalDomainName;
  }
}
