/** Tests the stack of a stage that supports large submissions. */
import { templateWith as templateOf } from '../../support/assembly/templates.ts';
import { statementsOfRole } from '../../support/assembly/role-statements.ts';

const SETTINGS = { 'svc:largePosts': true, 'svc:maxPostMegabytes': 80 };

let template: Record<string, any>;
beforeAll(() => {
  template = templateWith(SETTINGS);
});

const templateWith = (context: Record<string, unknown>): Record<string, any> =>
  templateOf({ 'svc:stage': 'test', ...context });
const all = (type: string, of = template): [string, any][] =>
  Object.entries(of['Resources'] as Record<string, any>)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => [id, Properties]);
const only = (type: string): [string, any] => {
  const [first, ...others] = all(type);
  expect(others).toEqual([]);
  return first!;
};

/** The secret that the distribution sends, and the next one. */
const secretIds = (): string[] => all('AWS::SecretsManager::Secret').map(([id]) => id);
const secretValue = () => ({
  'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: secretIds()[0] }, ':SecretString:::}}']],
});
const secretArns = () => ({ 'Fn::Join': ['', [{ Ref: secretIds()[0] }, ' ', { Ref: secretIds()[1] }]] });

it('is left out without the setting', () => {
  const without = templateWith({});
  const types = new Set(Object.values(without['Resources']).map(({ Type }: any) => Type));
  expect([...types].filter((type) => /CloudFront|WebFunction/.test(type))).toEqual([]);
  expect(JSON.stringify(without)).not.toMatch(/EDGE_SECRET|SecretsManager/);
});

it('sends submissions to the streaming function and other requests to the API, both with the secret', () => {
  const { DefaultCacheBehavior, CacheBehaviors, Origins, HttpVersion } = only(
    'AWS::CloudFront::Distribution',
  )[1].DistributionConfig;
  const originOf = ({ TargetOriginId }: any) =>
    JSON.stringify(Origins.find(({ Id }: any) => Id === TargetOriginId).DomainName);
  const [api] = only('AWS::ApiGatewayV2::Api');
  const [endpoint] = only('AWS::Lambda::WebFunctionEndpoint');
  expect(originOf(DefaultCacheBehavior)).toContain(api);
  expect(CacheBehaviors.map(({ PathPattern }: any) => PathPattern).at(-1)).toBe('/v1/f/*');
  for (const behavior of CacheBehaviors)
    expect(originOf(behavior)).toContain(behavior.PathPattern === '/v1/f/*' ? endpoint : api);
  expect(CacheBehaviors.map(({ PathPattern }: any) => PathPattern)).toContain('/v1/f/*/uploads*');
  for (const { OriginCustomHeaders, CustomOriginConfig } of Origins) {
    expect(OriginCustomHeaders).toEqual([{ HeaderName: 'svc-edge-secret', HeaderValue: secretValue() }]);
    expect(CustomOriginConfig.OriginProtocolPolicy).toBe('https-only');
  }
  expect(HttpVersion).toBe('http2and3');
});

it("caches nothing from the API, accepts every method, and keeps the edge's name private", () => {
  const { DefaultCacheBehavior, CacheBehaviors } = only('AWS::CloudFront::Distribution')[1]
    .DistributionConfig;
  const files = ['/console/assets/*', '/docs/assets/*', '/v1/forms.js*', '/v1/embed.js'];
  const toApi = CacheBehaviors.filter(({ PathPattern }: any) => !files.includes(PathPattern));
  expect(toApi.length).toBeGreaterThan(2);
  for (const behavior of [DefaultCacheBehavior, ...toApi])
    expect(behavior).toMatchObject({
      // Ids of the AWS managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: expect.arrayContaining(['POST', 'PATCH', 'DELETE', 'OPTIONS']),
      ViewerProtocolPolicy: 'redirect-to-https',
    });
});

it('has an unsigned function URL and room for twenty submissions that take five minutes each', () => {
  expect(only('AWS::Lambda::WebFunctionEndpoint')[1]).toMatchObject({
    AuthType: 'ApplicationManaged',
    EndpointType: 'HomeRegion',
  });
  const { BuildConfig, ServiceConfig } = only('AWS::Lambda::WebFunctionRevision')[1];
  expect(BuildConfig.RuntimeConfig).toEqual({ Runtime: 'nodejs24.x' });
  expect(ServiceConfig).toMatchObject({
    MaxConcurrencyPerEnvironment: 20,
    TimeoutSeconds: 330,
    EnvironmentVariables: {
      AWS_LAMBDA_NODEJS_ENTRYPOINT: 'index.mjs',
      EDGE_SECRET_ARNS: secretArns(),
      MAX_POST_BYTES: String(80 * 1_048_576),
    },
  });
});

it('gives the streaming function the same permissions as the ingest function and no others', () => {
  const statementsOf = (part: string) => {
    const [id] = all('AWS::IAM::Role').find(([role]) => role.startsWith(part))!;
    return statementsOfRole(template['Resources'], id)
      .map((statement) => JSON.stringify(statement))
      .toSorted();
  };
  expect(statementsOf('PostFrontRole')).toEqual(statementsOf('HttpSubmitFormRole'));
});

it("passes the service URL and the edge's secret to every function behind the API", () => {
  const [distribution] = only('AWS::CloudFront::Distribution');
  const url = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }]] };
  expect(template['Outputs'].BaseUrl.Value).toEqual(url);
  const behindApi = all('AWS::Lambda::Function').filter(([id]) => id.startsWith('Http'));
  expect(behindApi.length).toBeGreaterThan(50);
  for (const [, { Environment }] of behindApi)
    expect(Environment.Variables).toMatchObject({ BASE_URL: url, EDGE_SECRET_ARNS: secretArns() });
});
