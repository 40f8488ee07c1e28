/** Creates the edge firewall: a web ACL with AWS managed rules and a rate limit per IP address. */
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface FirewallProps {
  readonly stage: string;
  /** Rate limit per IP address. */
  readonly requestsPerFiveMinutes: number;
  /** Rules in `AWSManagedRulesCommonRuleSet` that count matching requests instead of blocking them. */
  readonly countOnly: readonly string[];
}

const COMMON_RULES = 'AWSManagedRulesCommonRuleSet';
/**
 * A rule that matches request bodies larger than 8 KB. Blocking these requests would reject long messages and
 * most submissions with a file.
 */
const SIZE_RULE = 'SizeRestrictions_BODY';

export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage, requestsPerFiveMinutes, countOnly }: FirewallProps) {
    super(scope, id);
    const rules = [
      rateLimitRule(requestsPerFiveMinutes),
      managedRules('AWSManagedRulesAmazonIpReputationList', []),
      managedRules('AWSManagedRulesKnownBadInputsRuleSet', []),
      managedRules(COMMON_RULES, [...new Set([SIZE_RULE, ...countOnly])]),
    ];
    const acl = new CfnWebACL(this, 'WebAcl', {
      description: `Form backend, stage ${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metric('Requests'),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    this.arn = acl.attrArn;
  }
}

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/** Sampling is disabled because sampled requests expose API keys, cookies and visitors' IP addresses. */
const metric = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

function managedRules(name: string, countOnly: readonly string[]): Rule {
  return {
    name,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ...(countOnly.length > 0 && {
          ruleActionOverrides: countOnly.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        }),
      },
    },
    visibilityConfig: metric(name),
  };
}

function rateLimitRule(limit: number): Rule {
  const name = 'RequestsOfOneAddress';
  return {
    name,
    action: {
      block: {
        // Return the same response as the service's own rate limit, including CORS headers so that scripts
        // can read it.
        customResponse: {
          responseCode: 429,
          responseHeaders: [
            { name: 'retry-after', value: '60' },
            { name: 'access-control-allow-origin', value: '*' },
          ],
        },
      },
    },
    statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
    visibilityConfig: metric(name),
  };
}
