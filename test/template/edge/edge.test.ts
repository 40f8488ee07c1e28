/**
 * Tests a custom API domain, and an edge with and without a domain. Covers each setting alone and together
 * with the settings that it requires.
 */
import { App } from 'aws-cdk-lib';
import { runInNewContext } from 'node:vm';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { statementsOfRole } from '../../support/assembly/role-statements.ts';
import { templateWith } from '../../support/assembly/templates.ts';

const HOST = 'forms.example.com';
const URL = 'https://forms.example.com';
const ZONE = 'Z0123456789ABC';
const REGIONAL = 'arn:aws:acm:eu-central-1:123456789012:certificate/11111111-2222';
const GLOBAL = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222';
const FIREWALL = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/forms/11111111-2222';

const DOMAIN = { 'svc:domain': { name: HOST, certificateArn: REGIONAL, hostedZoneId: ZONE } };
const EDGE = { 'svc:edge': true };
const EDGE_WITH_DOMAIN = {
  ...EDGE,
  'svc:domain': { name: HOST, certificateArn: GLOBAL, hostedZoneId: ZONE },
};

const made = new Map<string, Stack>();

interface Stack {
  readonly json: string;
  readonly outputs: Record<string, { Value: unknown }>;
  readonly resources: Readonly<Record<string, any>>;
  /** Returns the logical id and properties of each resource of a type. */
  all(type: string): [string, any][];
  only(type: string): [string, any];
}

/** Creates each stack only once, because creating stacks takes most of the time. */
function stackWith(context: Record<string, unknown>): Stack {
  const key = JSON.stringify(context);
  const known = made.get(key);
  if (known) return known;
  const template: any = templateWith({ 'svc:stage': 'test', ...context });
  const all = (type: string): [string, any][] =>
    Object.entries<any>(template.Resources).flatMap(([id, { Type, Properties }]): [string, any][] =>
      Type === type ? [[id, Properties]] : [],
    );
  const result: Stack = {
    json: JSON.stringify(template),
    outputs: template.Outputs,
    resources: template.Resources,
    all,
    only: (type) => {
      const [first, ...others] = all(type);
      expect(others).toEqual([]);
      return first!;
    },
  };
  made.set(key, result);
  return result;
}

const variablesBehindApi = ({ all }: Stack): Record<string, unknown>[] => {
  const found = all('AWS::Lambda::Function').filter(([id]) => id.startsWith('Http'));
  expect(found.length).toBeGreaterThan(50);
  return found.map(([, { Environment }]) => Environment.Variables);
};
const baseUrls = ({ all }: Stack): Set<string> =>
  new Set(
    all('AWS::Lambda::Function').flatMap(([, { Environment }]) => {
      const url = Environment?.Variables?.BASE_URL;
      return url === undefined ? [] : [JSON.stringify(url)];
    }),
  );
const servers = ({ only }: Stack): unknown => only('AWS::ApiGatewayV2::Api')[1].Body.servers;
const distribution = ({ only }: Stack): any => only('AWS::CloudFront::Distribution')[1].DistributionConfig;
const WITHOUT_ENDPOINT = [
  { url: '/', 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } },
];

const secretIds = ({ all }: Stack): string[] => all('AWS::SecretsManager::Secret').map(([id]) => id);
/** A reference that CloudFormation replaces with a secret. */
const referenceTo = (Ref: string) => ({
  'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref }, ':SecretString:::}}']],
});
const arnsOf = (ids: readonly string[]) => ({
  'Fn::Join': ['', ids.flatMap((Ref, index) => (index === 0 ? [{ Ref }] : [' ', { Ref }]))],
});

it('is left out without its settings and with the default settings', () => {
  const without = stackWith({});
  for (const type of [
    'AWS::ApiGatewayV2::DomainName',
    'AWS::ApiGatewayV2::ApiMapping',
    'AWS::Route53::RecordSet',
    'AWS::CloudFront::Distribution',
    'AWS::CloudFront::CachePolicy',
    'AWS::WAFv2::WebACL',
    'AWS::CertificateManager::Certificate',
  ])
    expect(without.all(type)).toEqual([]);
  const traces = /EDGE_(SECRET|ONLY)|SecretsManager|disableExecuteApiEndpoint|DomainTarget/;
  expect(traces.exec(without.json)).toBeNull();
  const [api] = without.only('AWS::ApiGatewayV2::Api');
  expect(without.outputs['BaseUrl']!.Value).toEqual({ 'Fn::GetAtt': [api, 'ApiEndpoint'] });
  // If the edge is off, the version of its secret and the separate stack in another region have no effect.
  const asked = { 'svc:edge': false, 'svc:edgeSecretVersion': 3, 'svc:edgeStack': { domainName: HOST } };
  expect(stackWith(asked).json === without.json).toBe(true);
});

describe('an API domain', () => {
  it('uses TLS 1.2, IPv4, and IPv6 and maps to the only stage', () => {
    const stack = stackWith(DOMAIN);
    const [id, name] = stack.only('AWS::ApiGatewayV2::DomainName');
    expect(name).toEqual({
      DomainName: HOST,
      DomainNameConfigurations: [
        {
          CertificateArn: REGIONAL,
          EndpointType: 'REGIONAL',
          IpAddressType: 'dualstack',
          SecurityPolicy: 'TLS_1_2',
        },
      ],
    });
    const [api] = stack.only('AWS::ApiGatewayV2::Api');
    expect(stack.only('AWS::ApiGatewayV2::Stage')[1].StageName).toBe('$default');
    expect(stack.only('AWS::ApiGatewayV2::ApiMapping')[1]).toEqual({
      ApiId: { Ref: api },
      DomainName: { Ref: id },
      Stage: '$default',
    });
    expect(stack.all('AWS::CloudFront::Distribution')).toEqual([]);
  });

  it("is the service's only address", () => {
    const stack = stackWith(DOMAIN);
    expect(servers(stack)).toEqual(WITHOUT_ENDPOINT);
    expect(stack.outputs['BaseUrl']!.Value).toBe(URL);
    expect([...baseUrls(stack)]).toEqual([JSON.stringify(URL)]);
    // Nothing in the stack may refer to the disabled endpoint.
    expect(stack.json.includes('"ApiEndpoint"')).toBe(false);
    for (const variables of variablesBehindApi(stack)) {
      expect(variables['BASE_URL']).toBe(URL);
      expect(Object.keys(variables)).not.toContain('EDGE_ONLY');
    }
  });

  it('gets its records in the hosted zone, or an output for records created manually', () => {
    const stack = stackWith(DOMAIN);
    const [id] = stack.only('AWS::ApiGatewayV2::DomainName');
    const target = { 'Fn::GetAtt': [id, 'RegionalDomainName'] };
    const records = stack.all('AWS::Route53::RecordSet').map(([, properties]) => properties);
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records)
      expect(record).toMatchObject({
        Name: 'forms.example.com.',
        HostedZoneId: ZONE,
        AliasTarget: { DNSName: target, HostedZoneId: { 'Fn::GetAtt': [id, 'RegionalHostedZoneId'] } },
      });
    const byHand = stackWith({ 'svc:domain': { name: HOST, certificateArn: REGIONAL } });
    expect(byHand.all('AWS::Route53::RecordSet')).toEqual([]);
    expect(byHand.outputs['DomainTarget']!.Value).toEqual(target);
  });

  it('is the callback address for sign-in', () => {
    const { only } = stackWith({ ...DOMAIN, 'svc:mailSender': 'Forms <forms@example.com>' });
    expect(only('AWS::Cognito::UserPoolClient')[1]).toMatchObject({
      CallbackURLs: ['https://forms.example.com/console/callback'],
      LogoutURLs: ['https://forms.example.com/console'],
    });
  });

  it('is also the callback address with an external issuer', () => {
    const oidc = { issuer: 'https://login.example.com', clientId: 'forms' };
    const stack = stackWith({ ...DOMAIN, 'svc:oidc': oidc });
    const ofSignIn = variablesBehindApi(stack).filter((variables) => 'OIDC_ISSUER' in variables);
    expect(ofSignIn.length).toBeGreaterThan(1);
    for (const variables of ofSignIn)
      expect(variables).toMatchObject({ BASE_URL: URL, OIDC_ISSUER: 'https://login.example.com' });
  });
});

describe('an edge distribution', () => {
  it('supports HTTP/3 and IPv6 and forwards everything to the API with the secret', () => {
    const stack = stackWith(EDGE);
    const { Origins, DefaultCacheBehavior, HttpVersion, IPV6Enabled, ...others } = distribution(stack);
    expect([HttpVersion, IPV6Enabled]).toEqual(['http2and3', true]);
    expect(Origins).toHaveLength(1);
    const [api] = stack.only('AWS::ApiGatewayV2::Api');
    expect(JSON.stringify(Origins[0].DomainName)).toContain(`"Fn::GetAtt":["${api}","ApiEndpoint"]`);
    expect(Origins[0]).toMatchObject({
      OriginCustomHeaders: [
        { HeaderName: 'svc-edge-secret', HeaderValue: referenceTo(secretIds(stack)[0]!) },
      ],
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
    });
    // Ids of the AWS managed policies CachingDisabled and AllViewerExceptHostHeader.
    expect(DefaultCacheBehavior).toMatchObject({
      TargetOriginId: Origins[0].Id,
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']),
      ViewerProtocolPolicy: 'redirect-to-https',
    });
    expect(Object.keys(others)).not.toContain('WebACLId');
    expect(Object.keys(others)).not.toContain('Aliases');
    // The stack has no streaming function.
    expect(/WebFunction/.exec(stack.json)).toBeNull();
  });

  it('sends the requested host name to the API even if the client claims another one', () => {
    const stack = stackWith(EDGE);
    const [id, { FunctionCode, FunctionConfig }] = stack.only('AWS::CloudFront::Function');
    expect(distribution(stack).DefaultCacheBehavior.FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [id, 'FunctionARN'] } },
    ]);
    expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    const run = runInNewContext(`${FunctionCode}; handler`) as (event: unknown) => any;
    const headers = { host: { value: HOST }, 'x-forwarded-host': { value: 'evil.example' } };
    expect(run({ request: { method: 'GET', uri: '/', headers } }).headers).toEqual({
      host: { value: HOST },
      'x-forwarded-host': { value: HOST },
    });
  });

  it('caches only responses that allow it and whose content is the same for all callers', () => {
    const stack = stackWith(EDGE);
    const { CacheBehaviors } = distribution(stack);
    const [policy, { CachePolicyConfig }] = stack.only('AWS::CloudFront::CachePolicy');
    expect(CacheBehaviors.map(({ PathPattern }: any) => PathPattern)).toEqual([
      '/console/assets/*',
      '/docs/assets/*',
      '/v1/forms.js*',
      '/v1/embed.js',
    ]);
    for (const behavior of CacheBehaviors) {
      expect(behavior).toMatchObject({
        CachePolicyId: { Ref: policy },
        Compress: true,
      });
      expect(Object.keys(behavior)).not.toContain('OriginRequestPolicyId');
    }
    expect(CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
      },
    });
  });

  it('caches no errors, because another account could receive them', () => {
    expect(distribution(stackWith(EDGE)).CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
  });

  it('caches no console files on a stage without a console', () => {
    const { CacheBehaviors } = distribution(stackWith({ ...EDGE, 'svc:console': false }));
    expect(CacheBehaviors.map(({ PathPattern }: any) => PathPattern)).toEqual([
      '/docs/assets/*',
      '/v1/forms.js*',
      '/v1/embed.js',
    ]);
  });

  it("is the service's host name, although the API can still be called directly", () => {
    const stack = stackWith(EDGE);
    const [id] = stack.only('AWS::CloudFront::Distribution');
    const url = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'DomainName'] }]] };
    expect(stack.outputs['BaseUrl']!.Value).toEqual(url);
    expect([...baseUrls(stack)]).toEqual([JSON.stringify(url)]);
    expect(servers(stack)).toBeUndefined();
    for (const variables of variablesBehindApi(stack)) {
      expect(variables['EDGE_SECRET_ARNS']).toEqual(arnsOf(secretIds(stack)));
      expect(Object.keys(variables)).not.toContain('EDGE_ONLY');
    }
  });
});

describe('an edge distribution with a domain', () => {
  it('gets the domain name, certificate, TLS 1.2, and DNS records, while the API gets none of them', () => {
    const stack = stackWith(EDGE_WITH_DOMAIN);
    const [id] = stack.only('AWS::CloudFront::Distribution');
    expect(distribution(stack)).toMatchObject({
      Aliases: [HOST],
      ViewerCertificate: {
        AcmCertificateArn: GLOBAL,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(stack.all('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    const target = { 'Fn::GetAtt': [id, 'DomainName'] };
    const records = stack.all('AWS::Route53::RecordSet').map(([, properties]) => properties);
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records)
      expect(record).toMatchObject({ Name: 'forms.example.com.', AliasTarget: { DNSName: target } });
    expect(stack.outputs['DomainTarget']!.Value).toEqual(target);
    // The API's existing DNS record keeps its logical id and is updated in place, because CloudFormation
    // couldn't create a second record with the same name.
    const idsOf = ({ all }: Stack) => all('AWS::Route53::RecordSet').map(([record]) => record);
    expect(idsOf(stack)).toEqual(idsOf(stackWith(DOMAIN)));
  });

  it('reaches the API at its default address, where the API refuses all other callers', () => {
    const stack = stackWith(EDGE_WITH_DOMAIN);
    const [api] = stack.only('AWS::ApiGatewayV2::Api');
    expect(JSON.stringify(distribution(stack).Origins[0].DomainName)).toContain(
      `"Fn::GetAtt":["${api}","ApiEndpoint"]`,
    );
    // The API's own endpoint stays enabled, because the distribution uses it to reach the API.
    expect(servers(stack)).toBeUndefined();
    expect([...baseUrls(stack)]).toEqual([JSON.stringify(URL)]);
    for (const variables of variablesBehindApi(stack))
      expect(variables).toMatchObject({
        BASE_URL: URL,
        EDGE_ONLY: 'true',
        EDGE_SECRET_ARNS: arnsOf(secretIds(stack)),
      });
  });

  it("lets functions refuse webhooks that point to any of the service's addresses", () => {
    const stack = stackWith({ ...EDGE_WITH_DOMAIN, 'svc:largePosts': true });
    const [api] = stack.only('AWS::ApiGatewayV2::Api');
    const [edge] = stack.only('AWS::CloudFront::Distribution');
    const withUrls = stack.all('AWS::Lambda::Function').flatMap(([, { Environment }]) => {
      const urls = Environment?.Variables?.OWN_URLS;
      return urls === undefined ? [] : [urls];
    });
    // Functions that need the service's own URLs: they create, change, test, replay or deliver webhooks. One of them answers agents.
    expect(withUrls).toHaveLength(5);
    for (const urls of withUrls) {
      const text = JSON.stringify(urls);
      expect(text).toContain(`"Fn::GetAtt":["${api}","ApiEndpoint"]`);
      expect(text).toContain(`"Fn::GetAtt":["${edge}","DomainName"]`);
      expect(text).toMatch(/PostFrontFunction/);
    }
  });

  it('also passes its name and HSTS to the streaming function, no matter what name the client claims', () => {
    const hsts = { includeSubDomains: true };
    const settings = { 'svc:edge': false, 'svc:largePosts': true, 'svc:hsts': hsts };
    const stack = stackWith({ ...EDGE_WITH_DOMAIN, ...settings });
    const { EnvironmentVariables } = stack.only('AWS::Lambda::WebFunctionRevision')[1].ServiceConfig;
    const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';
    expect(EnvironmentVariables).toMatchObject({
      BASE_URL: URL,
      EDGE_ONLY: 'true',
      STRICT_TRANSPORT_SECURITY,
    });
    for (const variables of variablesBehindApi(stack))
      expect(variables).toMatchObject({ STRICT_TRANSPORT_SECURITY });
    expect(distribution(stack)).toMatchObject({ Aliases: [HOST] });
    const { Origins, CacheBehaviors } = distribution(stack);
    const posts = CacheBehaviors.find(({ PathPattern }: any) => PathPattern === '/v1/f/*');
    expect(Object.keys(posts)).not.toContain('FunctionAssociations');
    const { OriginCustomHeaders } = Origins.find(({ Id }: any) => Id === posts.TargetOriginId);
    // These headers override any headers with the same names that a client sends.
    expect(OriginCustomHeaders).toEqual([
      { HeaderName: 'svc-edge-secret', HeaderValue: referenceTo(secretIds(stack)[0]!) },
      { HeaderName: 'x-forwarded-host', HeaderValue: HOST },
    ]);
    expect(distribution(stack).CacheBehaviors.map(({ PathPattern }: any) => PathPattern)).toEqual(
      expect.arrayContaining(['/console/assets/*', '/v1/f/*/uploads*', '/v1/f/*']),
    );
  });
});

describe("the edge's secrets", () => {
  const rotated = () => stackWith({ ...EDGE_WITH_DOMAIN, 'svc:edgeSecretVersion': 2 });

  it("are generated by Secrets Manager and don't appear in any template or environment variable", () => {
    const stack = stackWith(EDGE_WITH_DOMAIN);
    expect(secretIds(stack).map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'EdgeSecretsVersion1',
      'EdgeSecretsVersion2',
    ]);
    for (const [, properties] of stack.all('AWS::SecretsManager::Secret')) {
      expect(properties.GenerateSecretString).toEqual({ ExcludePunctuation: true, PasswordLength: 64 });
      expect(properties).not.toHaveProperty('SecretString');
    }
    // Only the distribution contains a reference that CloudFormation replaces with a secret.
    const [, { DistributionConfig }] = stack.only('AWS::CloudFront::Distribution');
    const references = (text: string): number => text.split('{{resolve:').length - 1;
    expect(references(stack.json)).toBe(1);
    expect(references(JSON.stringify(DistributionConfig.Origins))).toBe(1);
  });

  it('can be read only by the functions behind the edge, which compare them', () => {
    const stack = stackWith({ ...EDGE_WITH_DOMAIN, 'svc:largePosts': true, 'svc:eventBus': true });
    const readers = stack.all('AWS::IAM::Role').filter(([role]) => {
      const statements = statementsOfRole(stack.resources, role);
      const reading = statements.filter(({ Action }: any) =>
        JSON.stringify(Action).includes('secretsmanager'),
      );
      for (const { Action, Resource } of reading)
        expect({ Action, Resource }).toEqual({
          Action: 'secretsmanager:GetSecretValue',
          Resource: secretIds(stack).map((Ref) => ({ Ref })),
        });
      return reading.length > 0;
    });
    expect(readers).toHaveLength(variablesBehindApi(stack).length + 1);
    for (const [id] of readers) expect(id).toMatch(/^(Http\w+|PostFront)Role/);
  });

  it('are rotated in a single deployment, because all functions already know the next secret', () => {
    const before = secretIds(stackWith(EDGE_WITH_DOMAIN));
    const after = secretIds(rotated());
    // The variable's order is: sent, next, previous.
    expect(after).toEqual([before[1], expect.stringMatching(/^EdgeSecretsVersion3/), before[0]]);
    const [origin] = distribution(rotated()).Origins;
    expect(origin.OriginCustomHeaders).toEqual([
      { HeaderName: 'svc-edge-secret', HeaderValue: referenceTo(before[1]!) },
    ]);
    for (const variables of variablesBehindApi(rotated()))
      expect(variables['EDGE_SECRET_ARNS']).toEqual(arnsOf(after));
  });
});

it('attaches the firewall to the distribution and refuses requests that bypass it', () => {
  const stack = stackWith({ ...EDGE, 'svc:webAclArn': FIREWALL });
  expect(distribution(stack).WebACLId).toBe(FIREWALL);
  for (const variables of variablesBehindApi(stack)) expect(variables['EDGE_ONLY']).toBe('true');
});

it.each([
  [
    { ...EDGE, 'svc:edgeSecrets': ['a'.repeat(40)] },
    'Invalid setting "svc:edgeSecrets": is no longer used: the stack generates the secret. Remove the setting',
  ],
  [{ ...EDGE, 'svc:edgeSecretVersion': 0 }, 'Invalid setting "svc:edgeSecretVersion"'],
  [
    { ...EDGE, 'svc:domain': { name: HOST, certificateArn: REGIONAL } },
    'Invalid setting "svc:domain.certificateArn": must be in us-east-1',
  ],
  [{ 'svc:webAclArn': FIREWALL }, 'Invalid setting "svc:webAclArn": needs "edge"'],
  [
    { ...EDGE, 'svc:webAclArn': FIREWALL.replace('us-east-1', 'eu-central-1') },
    'Invalid setting "svc:webAclArn"',
  ],
  [{ ...EDGE, 'svc:webAclArn': FIREWALL.replace('global', 'regional') }, 'Invalid setting "svc:webAclArn"'],
  [{ 'svc:domain': { name: HOST } }, 'Invalid setting "svc:domain.certificateArn"'],
  [{ 'svc:domain': { name: HOST, certificateArn: 'mine' } }, 'Invalid setting "svc:domain.certificateArn"'],
  ...[
    'https://forms.example.com',
    'Forms.example.com',
    'forms',
    '*.example.com',
    'forms.example.com.',
    '-a.b.de',
  ].map((name): [object, string] => [
    { 'svc:domain': { name, certificateArn: REGIONAL } },
    'Invalid setting "svc:domain.name"',
  ]),
  [{ 'svc:domain': { name: HOST, certificateArn: REGIONAL, hostedZone: 'example.com' } }, 'Unknown setting'],
  [
    { 'svc:edgeStack': { requestsPerFiveMinutes: 1 } },
    'Invalid setting "svc:edgeStack.requestsPerFiveMinutes"',
  ],
  [{ 'svc:edgeStack': true }, 'Invalid setting "svc:edgeStack"'],
])('refuses %j and names it', (context, message) => {
  expect(() => stageSettings(new App({ context }).node)).toThrow(message);
});
