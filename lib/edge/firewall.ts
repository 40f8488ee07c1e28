/** The firewall of an edge: a web ACL with rules of AWS and a limit of requests from one address. */
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface FirewallProps {
  readonly stage: string;
  /** Of one address. */
  readonly requestsPerFiveMinutes: number;
  /** Rules of `AWSManagedRulesCommonRuleSet` that count what they find and let it through. */
  readonly countOnly: readonly string[];
}

const COMMON_RULES = 'AWSManagedRulesCommonRuleSet';
/** Finds bodies of more than 8 KB: most posts with a file, and long messages. */
const SIZE_RULE = 'SizeRestrictions_BODY';

export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage, requestsPerFiveMinutes, countOnly }: FirewallProps) {
    super(scope, id);
    const rules = [
      limitOfRequests(requestsPerFiveMinutes),
      rulesOfAws('AWSManagedRulesAmazonIpReputationList', []),
      rulesOfAws('AWSManagedRulesKnownBadInputsRuleSet', []),
      rulesOfAws(COMMON_RULES, [...new Set([SIZE_RULE, ...countOnly])]),
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

/** Samples of requests would show keys, cookies and addresses of visitors to whoever may look at them. */
const metric = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

function rulesOfAws(name: string, countOnly: readonly string[]): Rule {
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

function limitOfRequests(limit: number): Rule {
  const name = 'RequestsOfOneAddress';
  return {
    name,
    action: {
      block: {
        // As the service says it itself, so that clients wait; any website may read it.
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
