/** The settings of a stage about its domain and what stands before its API: the edge, its firewall and its secrets. */
import * as z from 'zod';

const hostName = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    'must be the name of a host in lower case, such as forms.example.com',
  );
const hostedZoneId = z
  .string()
  .regex(/^[A-Z0-9]{1,32}$/, 'must be the id of a hosted zone, such as Z0123456789ABC');

/** What the second stack has. */
export const edgeStackSettings = z.strictObject({
  /** The host that the certificate is for; none is made when absent. */
  domainName: hostName.optional(),
  /** Where ACM finds that the host is yours; somebody makes the record by hand when absent. */
  hostedZoneId: hostedZoneId.optional(),
  /** Requests of one address in five minutes, beyond which it is refused. */
  requestsPerFiveMinutes: z.int().min(10).max(2_000_000_000).default(2000),
  /** Rules of AWS's common rules that count what they find and let it through, beyond the one about sizes of bodies. */
  countOnly: z.array(z.string().regex(/^\w{1,128}$/, 'must be the name of a rule')).default([]),
});

export const edgeSettings = {
  /**
   * The host at which clients reach the service, with its certificate of ACM, which is in the region of the stack, and
   * in us-east-1 where the stage has an edge. The stack makes the host's records when it gets the id of its hosted zone.
   */
  domain: z
    .strictObject({
      name: hostName,
      certificateArn: z
        .string()
        .regex(
          /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
          'must be the ARN of a certificate of ACM',
        ),
      hostedZoneId: hostedZoneId.optional(),
    })
    .optional(),
  /** Whether a CloudFront distribution stands before the service; one does with `largePosts`, too. */
  edge: z.boolean().default(false),
  /**
   * What the distribution proves itself with to the functions, needed with it: random text. The first is sent, all
   * count, so that one can take the other's place.
   */
  edgeSecrets: z
    .array(z.string().regex(/^[\w-]{32,128}$/, 'must be 32 to 128 letters, digits, _ and -'))
    .min(1)
    .max(2)
    .optional(),
  /** The web ACL of the distribution. */
  webAclArn: z
    .string()
    .regex(
      /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]{1,128}\/[\w-]{1,36}$/,
      'must be the ARN of a web ACL for CloudFront, which is in us-east-1',
    )
    .optional(),
  /** Asks for a second stack, in us-east-1, with a certificate and a web ACL for the distribution. */
  edgeStack: edgeStackSettings.optional(),
};

type EdgeSettings = z.output<z.ZodObject<typeof edgeSettings>>;

/** Whether a distribution stands before the service. */
export const hasEdge = ({ edge, largePosts }: EdgeSettings & { readonly largePosts: boolean }): boolean =>
  edge || largePosts;

/**
 * Whether every request has to come through the edge. The gateway's own address stays on for the distribution; without
 * this it would lead around a firewall, and be a second name of a service that has one of its own.
 */
export const isOnlyThroughEdge = (settings: EdgeSettings & { readonly largePosts: boolean }): boolean =>
  hasEdge(settings) && (settings.domain !== undefined || settings.webAclArn !== undefined);

/** Names each setting that does not go together with the others. */
export function checkEdge(
  context: z.core.ParsePayload<EdgeSettings & { readonly largePosts: boolean }>,
): void {
  const { value: settings, issues } = context;
  const wrong = (path: string[], message: string) =>
    issues.push({ code: 'custom', path, message, input: settings });
  if (hasEdge(settings)) {
    if (settings.edgeSecrets === undefined)
      wrong(
        ['edgeSecrets'],
        'must be set with "edge" and "largePosts": as long as it is a secret, only the distribution can say whom a request is from',
      );
    if (settings.domain !== undefined && settings.domain.certificateArn.split(':')[3] !== 'us-east-1')
      wrong(['domain', 'certificateArn'], 'must be in us-east-1, as the domain is that of the distribution');
  } else if (settings.webAclArn !== undefined)
    wrong(['webAclArn'], 'must go with "edge" or "largePosts": an HTTP API takes no web ACL');
}
