/** Defines the stage settings for the domain, the edge, its secrets and its firewall. */
import * as z from 'zod';

const hostName = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    'must be a host name in lower case, for example forms.example.com',
  );
const hostedZoneId = z
  .string()
  .regex(/^[A-Z0-9]{1,32}$/, 'must be the ID of a hosted zone, for example Z0123456789ABC');

/** Settings of the edge stack (`svc:edgeStack`). */
export const edgeStackSettings = z.strictObject({
  /** Host name for the certificate. If absent, no certificate is created. */
  domainName: hostName.optional(),
  /** Hosted zone for ACM's validation record. If absent, you add the record yourself. */
  hostedZoneId: hostedZoneId.optional(),
  /** Rate limit per IP address, in requests per five minutes. */
  requestsPerFiveMinutes: z.int().min(10).max(2_000_000_000).default(2000),
  /**
   * Rules in `AWSManagedRulesCommonRuleSet` that only count matching requests. The rule
   * `SizeRestrictions_BODY` never blocks requests.
   */
  countOnly: z
    .array(z.string().regex(/^\w{1,128}$/, 'must be the name of a rule, for example NoUserAgent_HEADER'))
    .default([]),
});

export const edgeSettings = {
  /**
   * Host name of the service and ARN of its ACM certificate. If the stage has an edge, the certificate must
   * be in us-east-1. Otherwise, it must be in the stack's region. If you set the hosted zone ID, the stack
   * creates the DNS records.
   */
  domain: z
    .strictObject({
      name: hostName,
      certificateArn: z
        .string()
        .regex(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of an ACM certificate'),
      hostedZoneId: hostedZoneId.optional(),
    })
    .optional(),
  /** Puts a CloudFront distribution in front of the API. Also enabled by `largePosts`. */
  edge: z.boolean().default(false),
  /**
   * Number of the secret that proves to functions that a request came through the distribution. The stack
   * generates the secrets. Raise the number by one to rotate the secret.
   */
  edgeSecretVersion: z.int().min(1).max(1_000_000).default(1),
  /** Replaced by `edgeSecretVersion`. */
  edgeSecrets: z
    .undefined('is no longer used: the stack generates the secret. Remove the setting (docs/upgrading.md)')
    .optional(),
  /** ARN of the distribution's web ACL. */
  webAclArn: z
    .string()
    .regex(
      /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]{1,128}\/[\w-]{1,36}$/,
      'must be the ARN of a web ACL for CloudFront in us-east-1',
    )
    .optional(),
  /** Adds a second stack in us-east-1 with a certificate and a web ACL for the distribution. */
  edgeStack: edgeStackSettings.optional(),
};

type EdgeSettings = z.output<z.ZodObject<typeof edgeSettings>>;

/** Returns true if the stage has a CloudFront distribution. */
export const hasEdge = ({ edge, largePosts }: EdgeSettings & { readonly largePosts: boolean }): boolean =>
  edge || largePosts;

/**
 * Returns true if functions reject requests that bypass the edge. The API's own endpoint stays enabled
 * because the distribution needs it. Without this check, clients could use that endpoint to bypass the
 * firewall and the domain.
 */
export const isEdgeOnly = (settings: EdgeSettings & { readonly largePosts: boolean }): boolean =>
  hasEdge(settings) && (settings.domain !== undefined || settings.webAclArn !== undefined);

/** Adds a validation issue for each edge setting that conflicts with other settings. */
export function checkEdge(
  context: z.core.ParsePayload<EdgeSettings & { readonly largePosts: boolean }>,
): void {
  const { value: settings, issues } = context;
  const reject = (path: string[], message: string) =>
    issues.push({ code: 'custom', path, message, input: settings });
  if (hasEdge(settings)) {
    if (settings.domain !== undefined && settings.domain.certificateArn.split(':')[3] !== 'us-east-1')
      reject(['domain', 'certificateArn'], 'must be in us-east-1, because CloudFront uses the certificate');
  } else if (settings.webAclArn !== undefined)
    reject(['webAclArn'], 'needs "edge" or "largePosts": API Gateway HTTP APIs do not support web ACLs');
}
