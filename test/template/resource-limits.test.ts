/** Tests that stack templates and roles stay within CloudFormation's and IAM's limits, with room to grow. */
import { operations } from '../../lambdas/api/operations.ts';
import { functionOf } from '../../lambdas/api/shared-functions.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { templateWith } from '../support/assembly/templates.ts';

/** CloudFormation allows 500 resources per stack. The difference is reserved for growth. */
const MAX_RESOURCES = 450;
/** CloudFormation's limit on a template's size, including whitespace. */
const MAX_TEMPLATE_BYTES = 1_000_000;
/** Sizes that leave room for growth: without whitespace, and with CDK's default indentation. */
const MAX_COMPACT_BYTES = 700_000;
const MAX_INDENTED_BYTES = 950_000;
/** Lambda's limit on a function's environment variables, in bytes. */
const MAX_ENVIRONMENT_BYTES = 4_096;
/** IAM's limit on a role's inline policies, in characters excluding whitespace. */
const MAX_POLICY_CHARACTERS = 10_240;
/** IAM's limit on a managed policy, in characters excluding whitespace. */
const MAX_MANAGED_POLICY_CHARACTERS = 6_144;
/** IAM's default limit on the managed policies of a role. */
const MAX_MANAGED_POLICIES = 10;

/** The longest stage name that the settings accept. */
const LONGEST_STAGE_NAME = 'a'.repeat(21);

const resourcesWith = (context: Record<string, unknown>): [string, any][] =>
  Object.entries(templateWith({ 'svc:stage': LONGEST_STAGE_NAME, ...context }).Resources);
const ofType = (resources: [string, any][], type: string): [string, any][] =>
  resources.filter(([, { Type }]) => Type === type);

it.each([
  ['a stage without settings', {}],
  ['a stage with everything on', EVERYTHING_ON],
])('%s has room for more resources', (name, context) => {
  // Add one for CDK's metadata resource, the only resource missing from this stack.
  const total = resourcesWith(context).length + 1;
  process.stdout.write(`Resources of ${name}: ${total} of 500\n`);
  expect(total).toBeLessThan(MAX_RESOURCES);
});

it("has a template within CloudFormation's limits, even with every setting turned on", () => {
  const template = templateWith({ 'svc:stage': LONGEST_STAGE_NAME, ...EVERYTHING_ON });
  const bytesWith = (indent: number) => Buffer.byteLength(JSON.stringify(template, undefined, indent));
  process.stdout.write(
    `Template with everything on: ${bytesWith(0)} bytes, ${bytesWith(1)} of ${MAX_TEMPLATE_BYTES} indented\n`,
  );
  expect(bytesWith(0)).toBeLessThan(MAX_COMPACT_BYTES);
  expect(bytesWith(1)).toBeLessThan(MAX_INDENTED_BYTES);
});

/** The API's functions, including the one for requests that match no route. */
const API_FUNCTIONS = new Set(Object.values(operations).map((each) => functionOf(each).name)).size + 1;

it('needs two resources for each function of the API: the function and its role', () => {
  const own = resourcesWith({}).filter(([id]) => id.startsWith('Http'));
  // In addition to two resources per function, the stack has six others: the API, its stage, its log group
  // and the policy for writing to it, and the two roles that the API uses to invoke functions.
  expect(own).toHaveLength(API_FUNCTIONS * 2 + 6);
});

it.each([
  ['a stage without settings', {}],
  ['a stage with everything on', EVERYTHING_ON],
])('%s has no circular references, which CloudFormation refuses', (_, context) => {
  const resources = resourcesWith(context);
  const ids = new Set(resources.map(([id]) => id));
  const waiting = new Map(
    resources.map(([id, { Properties = {}, DependsOn = [] }]) => [
      id,
      new Set([...references(Properties), DependsOn].flat().filter((each: string) => ids.has(each))),
    ]),
  );
  for (;;) {
    const made = [...waiting].filter(([, needed]) => [...needed].every((each) => !waiting.has(each)));
    if (made.length === 0) break;
    for (const [id] of made) waiting.delete(id);
  }
  expect([...waiting.keys()]).toEqual([]);
});

it('has valid Lambda function names, even with the longest stage name', () => {
  const names = ofType(resourcesWith({}), 'AWS::Lambda::Function').flatMap(
    ([, { Properties }]) => Properties.FunctionName ?? [],
  );
  expect(names).toHaveLength(API_FUNCTIONS);
  expect(new Set(names).size).toBe(names.length);
  for (const each of names) expect(each).toMatch(/^[\w-]{1,64}$/);
});

it("grants permissions only to roles, except for schedules and the canary's public function URL", () => {
  const resources = resourcesWith(EVERYTHING_ON);
  expect(ofType(resources, 'AWS::IAM::Policy')).toEqual([]);
  const permissions = ofType(resources, 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
  const [open, others] = [true, false].map((ofCanary) =>
    permissions.filter(
      ({ FunctionName, Principal }) =>
        ofCanary === (Principal === '*' && JSON.stringify(FunctionName).includes('RunCanary')),
    ),
  );
  // Lambda requires two permissions for a function URL: one to use the URL, and one to invoke the function
  // through it.
  expect(open!.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction']);
  expect(open![1].InvokedViaFunctionUrl).toBe(true);
  expect(others!.map(({ Principal }) => Principal)).toEqual(Array(3).fill('events.amazonaws.com'));
});

describe('the roles that the API uses to invoke functions', () => {
  const invokers = () => {
    const resources = resourcesWith({});
    const roles = ofType(resources, 'AWS::IAM::Role').filter(([, { Properties }]) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes('apigateway.amazonaws.com'),
    );
    return { resources, roles };
  };

  it('are used by the integrations and can invoke only the functions of these integrations', () => {
    const { resources, roles } = invokers();
    const [[, api]] = ofType(resources, 'AWS::ApiGatewayV2::Api') as [[string, any]];
    const integrations = Object.values<any>(api.Properties.Body.paths).flatMap((methods) =>
      Object.values<any>(methods).map((operation) => operation['x-amazon-apigateway-integration']),
    );
    const functions = integrations.map(({ uri }) => nameOfFunction(JSON.stringify(uri)));
    expect(new Set(functions).size).toBe(API_FUNCTIONS);
    const invokedUnder = (id: string): string[] =>
      functions.filter((_, index) => integrations[index].credentials['Fn::GetAtt'][0] === id);
    expect(roles.flatMap(([id]) => invokedUnder(id))).toHaveLength(integrations.length);

    for (const [id, { Properties }] of roles) {
      const statements = Properties.Policies.flatMap(({ PolicyDocument }: any) => PolicyDocument.Statement);
      expect(statements).toEqual([
        { Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: expect.any(Array) },
      ]);
      const allowed = statements[0].Resource.map((resource: any) => nameOfFunction(JSON.stringify(resource)));
      expect(allowed.toSorted()).toEqual([...new Set(invokedUnder(id))].toSorted());
    }
  });

  it('come in two kinds: one for public functions and one for functions that require an account', () => {
    const functionsOf = ([, { Properties }]: [string, any]): string =>
      JSON.stringify(Properties.Policies[0].PolicyDocument);
    const [ofAnybody, ofAccount, ...others] = invokers().roles.map(functionsOf);
    expect(others).toEqual([]);
    for (const open of ['SubmitForm', 'IssueToken', 'Unmatched']) {
      expect(ofAnybody).toContain(`-${open}"`);
      expect(ofAccount).not.toContain(`-${open}"`);
    }
    for (const closed of ['ListForms', 'SubmitEntry', 'GetMe', 'SignOut', 'GetFile']) {
      expect(ofAccount).toContain(`-${closed}"`);
      expect(ofAnybody).not.toContain(`-${closed}"`);
    }
  });

  it('have room for eighty functions each, in any region and account', () => {
    const longest = `arn:aws-us-gov:lambda:us-gov-west-1:123456789012:function:${'f'.repeat(64)}`;
    for (const [, { Properties }] of invokers().roles) {
      const [{ PolicyDocument }] = Properties.Policies;
      PolicyDocument.Statement[0].Resource = Array.from({ length: 80 + 1 }, () => longest);
      expect(JSON.stringify(PolicyDocument).length).toBeLessThanOrEqual(MAX_POLICY_CHARACTERS);
    }
  });
});

it("keeps every role within IAM's limits, in any region and account", () => {
  const resources = resourcesWith(EVERYTHING_ON);
  const sizes = ofType(resources, 'AWS::IAM::Role').map(([id, { Properties }]): [string, number] => [
    id,
    // CDK's role for emptying buckets has no inline policies.
    (Properties.Policies ?? []).reduce(
      (sum: number, { PolicyDocument }: any) => sum + JSON.stringify(deployed(PolicyDocument)).length,
      0,
    ),
  ]);
  expect(sizes.filter(([, size]) => size > MAX_POLICY_CHARACTERS)).toEqual([]);
  const [[id, largest]] = sizes.toSorted(([, a], [, b]) => b - a) as [[string, number]];
  process.stdout.write(`Largest role: ${id} with ${largest} of ${MAX_POLICY_CHARACTERS} characters\n`);
});

it("keeps every function's environment variables within Lambda's limit, in any region and account", () => {
  const resources = resourcesWith(EVERYTHING_ON);
  const types = new Map(resources.map(([id, { Type }]) => [id, Type]));
  const sizes = ofType(resources, 'AWS::Lambda::Function').map(([id, { Properties }]): [string, number] => {
    const variables = withReferences(Properties.Environment?.Variables ?? {}, types);
    return [id, Buffer.byteLength(JSON.stringify(deployed(variables)))];
  });
  const [[id, largest]] = sizes.toSorted(([, a], [, b]) => b - a) as [[string, number]];
  process.stdout.write(`Largest environment: ${id} with ${largest} of ${MAX_ENVIRONMENT_BYTES} bytes\n`);
  expect(largest).toBeLessThan(MAX_ENVIRONMENT_BYTES);
});

it("shares managed policies within IAM's limits, in any region and account", () => {
  const resources = resourcesWith(EVERYTHING_ON);
  const attached = ofType(resources, 'AWS::IAM::Role').map(
    ([, { Properties }]) => Properties.ManagedPolicyArns?.length ?? 0,
  );
  const policies = ofType(resources, 'AWS::IAM::ManagedPolicy');
  const largest = Math.max(
    ...policies.map(([, { Properties }]) => JSON.stringify(deployed(Properties.PolicyDocument)).length),
  );
  process.stdout.write(
    `Managed policies: ${policies.length}, the largest with ${largest} of ${MAX_MANAGED_POLICY_CHARACTERS} ` +
      `characters, up to ${Math.max(...attached)} of ${MAX_MANAGED_POLICIES} in a role\n`,
  );
  expect(policies.length).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(MAX_MANAGED_POLICY_CHARACTERS);
  expect(Math.max(...attached)).toBeLessThan(MAX_MANAGED_POLICIES);
});

it('attaches every managed policy to more than one role', () => {
  const resources = resourcesWith(EVERYTHING_ON);
  const attached = ofType(resources, 'AWS::IAM::Role').flatMap(([, { Properties }]) =>
    (Properties.ManagedPolicyArns ?? []).map(({ Ref }: any) => Ref),
  );
  // The functions for agents and sweeps have so many permissions that they need separate policies.
  const others = ofType(resources, 'AWS::IAM::ManagedPolicy').filter(
    ([id]) => !id.startsWith('StorageAgents') && !id.includes('WatchQueues'),
  );
  for (const [id] of others) expect(attached.filter((each) => each === id).length).toBeGreaterThan(1);
});

/** Returns the function name at the end of an ARN. */
const nameOfFunction = (arn: string): string => /:function:([\w-]+)/.exec(arn)?.[1] ?? '';

/** Returns the logical ids that part of a template refers to. */
function references(value: any): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  if (typeof value.Ref === 'string') return [value.Ref];
  if (value['Fn::GetAtt']) return [value['Fn::GetAtt'][0]];
  const substituted = JSON.stringify(value['Fn::Sub'] ?? '').matchAll(/\$\{(\w+)/g);
  return [...Object.values(value).flatMap(references), ...[...substituted].map(([, id = '']) => id)];
}

/**
 * Returns part of a template, with references replaced by the longest values that CloudFormation could
 * insert.
 */
function deployed(value: any): unknown {
  if (Array.isArray(value)) return value.map(deployed);
  if (typeof value !== 'object' || value === null) return value;
  if ('Ref' in value) return value.Ref.startsWith('AWS::') ? 'us-gov-west-1' : physicalName(value.Ref);
  if ('Fn::GetAtt' in value) {
    const [id, attribute] = value['Fn::GetAtt'];
    // A stream's ARN ends with its creation time.
    const label = attribute === 'StreamArn' ? '/stream/2025-01-01T00:00:00.000' : '';
    return `arn:aws-us-gov:dynamodb:us-gov-west-1:123456789012:table/${physicalName(id)}${label}`;
  }
  if ('Fn::Join' in value) return value['Fn::Join'][1].map(deployed).join(value['Fn::Join'][0]);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deployed(part)]));
}

/** The longest values of attributes that are not ARNs, by type and name of the attribute. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api.ApiEndpoint': 'https://abcdefghij.execute-api.us-gov-west-1.amazonaws.com',
  'AWS::CloudFront::Distribution.DomainName': 'd111111abcdef8.cloudfront.net',
};

/** Replaces references to anything but a name with the longest possible value. */
function withReferences(value: any, types: ReadonlyMap<string, string>): any {
  if (Array.isArray(value)) return value.map((each) => withReferences(each, types));
  if (typeof value !== 'object' || value === null) return value;
  const attribute = `${types.get(value['Fn::GetAtt']?.[0])}.${value['Fn::GetAtt']?.[1]}`;
  if (attribute in ADDRESSES) return ADDRESSES[attribute];
  switch (types.get(value.Ref)) {
    case 'AWS::SQS::Queue':
      return `https://sqs.us-gov-west-1.amazonaws.com/123456789012/${physicalName(value.Ref).slice(-80)}`;
    case 'AWS::S3::Bucket':
      return physicalName(value.Ref).slice(-63);
    case 'AWS::Lambda::EventSourceMapping':
      return '00000000-0000-0000-0000-000000000000';
    default:
      return Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, withReferences(part, types)]),
      );
  }
}

const physicalName = (id: string): string => `svc-forms-${LONGEST_STAGE_NAME}-${id}-ABCDEFGHIJKL`;
