/** Tests the stack in us-east-1 that contains an edge's certificate and firewall. */
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testContext } from '../../support/assembly/test-context.ts';
import { EdgeStack } from '../../../lib/edge/edge-stack.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';

const HOST = 'forms.example.com';

let outdir: string;
beforeAll(() => (outdir = mkdtempSync(join(tmpdir(), 'svc-test-edge-'))));
afterAll(() => rmSync(outdir, { recursive: true }));

function stackWith(edgeStack: Record<string, unknown>, others: Record<string, unknown> = {}) {
  const app = new App({ outdir, context: { ...testContext, 'svc:edgeStack': edgeStack, ...others } });
  const settings = stageSettings(app.node);
  const stack = new EdgeStack(app, `svc-forms-${settings.stage}-edge`, { settings });
  const template: any = Template.fromStack(stack).toJSON();
  const resources = Object.entries<any>(template.Resources);
  const only = (type: string): [string, any] => {
    const [first, ...rest] = resources.filter(([, { Type }]) => Type === type);
    expect(rest).toEqual([]);
    return [first![0], first![1].Properties];
  };
  return { app, stack, outputs: template.Outputs as Record<string, any>, only, resources };
}

it('is deployed in us-east-1, with ARNs as outputs and no cross-region references', () => {
  const { stack, outputs, only, resources } = stackWith({ domainName: HOST, hostedZoneId: 'Z0123456789ABC' });
  expect(stack.region).toBe('us-east-1');
  expect(stack.stackName).toBe('svc-forms-prod-edge');
  expect(stack.terminationProtection).toBe(true);
  expect(resources.map(([, { Type }]) => Type).toSorted()).toEqual([
    'AWS::CertificateManager::Certificate',
    'AWS::WAFv2::WebACL',
  ]);
  const [certificate] = only('AWS::CertificateManager::Certificate');
  const [acl] = only('AWS::WAFv2::WebACL');
  expect(outputs['CertificateArn']).toEqual({ Value: { Ref: certificate } });
  expect(outputs['WebAclArn']).toEqual({ Value: { 'Fn::GetAtt': [acl, 'Arn'] } });
});

it('validates the domain in its hosted zone or waits for a manually created record', () => {
  const certificateOf = (edgeStack: Record<string, unknown>) =>
    stackWith(edgeStack).only('AWS::CertificateManager::Certificate')[1];
  expect(certificateOf({ domainName: HOST, hostedZoneId: 'Z0123456789ABC' })).toMatchObject({
    DomainName: HOST,
    ValidationMethod: 'DNS',
    DomainValidationOptions: [{ DomainName: HOST, HostedZoneId: 'Z0123456789ABC' }],
  });
  const byHand = certificateOf({ domainName: HOST });
  expect(byHand).toMatchObject({ DomainName: HOST, ValidationMethod: 'DNS' });
  expect(Object.keys(byHand)).not.toContain('DomainValidationOptions');
});

it('contains only a firewall if no domain is configured', () => {
  const { resources, outputs } = stackWith({});
  expect(resources.map(([, { Type }]) => Type)).toEqual(['AWS::WAFv2::WebACL']);
  expect(Object.keys(outputs)).toEqual(['WebAclArn']);
});

describe('the firewall', () => {
  const aclOf = (edgeStack: Record<string, unknown>) => stackWith(edgeStack).only('AWS::WAFv2::WebACL')[1];

  it('uses the AWS managed rules but only counts matches of the body size rule', () => {
    const { Scope, DefaultAction, Rules } = aclOf({});
    expect([Scope, DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }]);
    expect(Rules.map(({ Name, Priority }: any) => [Priority, Name])).toEqual([
      [0, 'RequestsOfOneAddress'],
      [1, 'AWSManagedRulesAmazonIpReputationList'],
      [2, 'AWSManagedRulesKnownBadInputsRuleSet'],
      [3, 'AWSManagedRulesCommonRuleSet'],
    ]);
    const [, ...ofAws] = Rules;
    for (const { Name, OverrideAction, Statement } of ofAws) {
      expect(OverrideAction).toEqual({ None: {} });
      expect(Statement.ManagedRuleGroupStatement).toMatchObject({ VendorName: 'AWS', Name });
    }
    const overrides = ofAws.map(
      ({ Statement }: any) => Statement.ManagedRuleGroupStatement.RuleActionOverrides,
    );
    expect(overrides).toEqual([
      undefined,
      undefined,
      [{ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } }],
    ]);
  });

  it('answers an address above the rate limit with a 429 that any website can read', () => {
    const [rule] = aclOf({ requestsPerFiveMinutes: 300 }).Rules;
    expect(rule.Statement).toEqual({
      RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 300 },
    });
    expect(rule.Action.Block.CustomResponse).toEqual({
      ResponseCode: 429,
      ResponseHeaders: [
        { Name: 'retry-after', Value: '60' },
        { Name: 'access-control-allow-origin', Value: '*' },
      ],
    });
    expect(aclOf({}).Rules[0].Statement.RateBasedStatement.Limit).toBe(2000);
  });

  it('counts matches of other common rules without blocking them if the setting names these rules', () => {
    const { Rules } = aclOf({ countOnly: ['CrossSiteScripting_BODY', 'SizeRestrictions_BODY'] });
    expect(
      Rules[3].Statement.ManagedRuleGroupStatement.RuleActionOverrides.map(({ Name }: any) => Name),
    ).toEqual(['SizeRestrictions_BODY', 'CrossSiteScripting_BODY']);
  });

  it("has metrics for each rule but doesn't keep samples of requests", () => {
    const acl = aclOf({});
    const configs = [acl, ...acl.Rules].map(({ VisibilityConfig }: any) => VisibilityConfig);
    expect(new Set(configs.map(({ MetricName }) => MetricName)).size).toBe(5);
    for (const config of configs)
      expect(config).toMatchObject({ CloudWatchMetricsEnabled: true, SampledRequestsEnabled: false });
  });
});

it("has the stage's tags, passes AwsSolutions, and is protected only for prod", () => {
  const { app, stack, resources } = stackWith(
    { domainName: HOST },
    { 'svc:stage': 'test', 'svc:tags': { team: 'web' } },
  );
  for (const [, { Properties }] of resources)
    expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'web' });
  expect(stack.terminationProtection).toBe(false);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(() => app.synth()).not.toThrow();
});
