/** Tests how a template's intrinsic functions and names are resolved locally. */
import { Resolver } from '../../local/template/resolver.ts';
import { parseTemplate } from '../../local/template/template.ts';

const template = parseTemplate(
  {
    Parameters: { BootstrapVersion: { Type: 'String', Default: '/cdk/version' } },
    Mappings: { Sizes: { small: { memory: 128 } } },
    Conditions: {
      IsLocal: { 'Fn::Equals': [{ Ref: 'AWS::AccountId' }, '000000000000'] },
      IsElsewhere: { 'Fn::Not': [{ Condition: 'IsLocal' }] },
      Either: { 'Fn::Or': [{ Condition: 'IsElsewhere' }, { 'Fn::And': [{ Condition: 'IsLocal' }] }] },
    },
    Resources: {
      Items: { Type: 'AWS::DynamoDB::GlobalTable' },
      Named: {
        Type: 'AWS::DynamoDB::Table',
        Properties: { TableName: { 'Fn::Sub': '${AWS::StackName}-items' } },
      },
      Jobs: { Type: 'AWS::SQS::Queue' },
      Handler: { Type: 'AWS::Lambda::Function' },
      Api: { Type: 'AWS::ApiGatewayV2::Api' },
      Ladder: { Type: 'AWS::StepFunctions::StateMachine' },
      Files: { Type: 'AWS::S3::Bucket' },
      Dashboard: { Type: 'AWS::CloudWatch::Dashboard' },
    },
  },
  'test',
);
const resolver = new Resolver(
  template,
  { sqsEndpoint: 'http://127.0.0.1:1', apiEndpoint: 'http://127.0.0.1:2' },
  'sample',
);

test.each<[string, unknown, unknown]>([
  ["a table's name", { Ref: 'Items' }, 'Items'],
  ['a given name', { Ref: 'Named' }, 'sample-items'],
  [
    "a table's ARN",
    { 'Fn::GetAtt': ['Items', 'Arn'] },
    'arn:aws:dynamodb:us-east-1:000000000000:table/Items',
  ],
  ["a queue's URL", { Ref: 'Jobs' }, 'http://127.0.0.1:1/000000000000/Jobs'],
  ["a queue's ARN", { 'Fn::GetAtt': 'Jobs.Arn' }, 'arn:aws:sqs:us-east-1:000000000000:Jobs'],
  ['the API’s URL', { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }, 'http://127.0.0.1:2'],
  ["a bucket's name", { Ref: 'Files' }, 'files'],
  ["a state machine's ARN", { Ref: 'Ladder' }, 'arn:aws:states:us-east-1:000000000000:stateMachine:Ladder'],
  ['a parameter', { Ref: 'BootstrapVersion' }, '/cdk/version'],
  ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }, { Ref: 'Items' }]] }, 'a-us-east-1-Items'],
  [
    'Fn::Sub',
    { 'Fn::Sub': '${AWS::Partition}:${Items}:${Jobs.QueueName}:${!kept}' },
    'aws:Items:Jobs:${kept}',
  ],
  [
    'Fn::Sub with variables',
    { 'Fn::Sub': ['${x}/${AWS::URLSuffix}', { x: { Ref: 'Items' } }] },
    'Items/amazonaws.com',
  ],
  ['Fn::Select', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
  ['Fn::If', { 'Fn::If': ['Either', 'here', 'there'] }, 'here'],
  ['Fn::FindInMap', { 'Fn::FindInMap': ['Sizes', 'small', 'memory'] }, 128],
  ['AWS::NoValue in an object', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
  ['AWS::NoValue in a list', [1, { 'Fn::If': ['IsElsewhere', 2, { Ref: 'AWS::NoValue' }] }], [1]],
  ['plain values', { a: [true, null, { b: 'c' }] }, { a: [true, null, { b: 'c' }] }],
])('%s', (_name, value, expected) => {
  expect(resolver.resolve(value, 'Test.Property')).toEqual(expected);
});

test.each<[unknown, string]>([
  [{ 'Fn::ImportValue': 'x' }, 'Test.Property uses Fn::ImportValue, which the local runner does not support'],
  [{ Ref: 'Nobody' }, 'Test.Property refers to Nobody, which is not in the template'],
  [
    { 'Fn::GetAtt': ['Dashboard', 'Colour'] },
    'Test.Property uses Fn::GetAtt Dashboard.Colour (AWS::CloudWatch::Dashboard), which the local runner does not support',
  ],
  [{ 'Fn::If': ['Nothing', 1, 2] }, 'Test.Property: there is no condition Nothing'],
  [{ 'Fn::Join': [',', { Ref: 'Items' }] }, 'Test.Property: Fn::Join requires a list'],
])('refuses %j and names it', (value, message) => {
  expect(() => resolver.resolve(value, 'Test.Property')).toThrow(message);
});

describe('parameters of the caller', () => {
  const addresses = { sqsEndpoint: 'http://127.0.0.1:1', apiEndpoint: 'http://127.0.0.1:2' };
  const withParameters = (parameters: Record<string, string>) =>
    new Resolver(template, addresses, 'sample', parameters);

  it('replace the defaults', () => {
    const given = withParameters({ BootstrapVersion: '/other/version' });
    expect(given.resolve({ Ref: 'BootstrapVersion' }, 'x')).toBe('/other/version');
  });

  it('must exist in the template', () => {
    expect(() => withParameters({ Bootstrap: '1' })).toThrow('The template has no parameter Bootstrap');
  });
});

it("has a custom resource's attributes once its function has created it", () => {
  const withResource = new Resolver(
    parseTemplate({ Resources: { Account: { Type: 'Custom::FirstAccount' } } }, 'test'),
    { sqsEndpoint: 'http://127.0.0.1:1', apiEndpoint: 'http://127.0.0.1:2' },
    'sample',
  );
  const signInUrl = { 'Fn::GetAtt': ['Account', 'SignInUrl'] };
  expect(() => withResource.resolve(signInUrl, 'x')).toThrow('which the local runner does not support');
  withResource.setAttributes('Account', { ref: 'acc_1', attributes: { SignInUrl: 'https://x.example' } });
  expect(withResource.resolve(signInUrl, 'x')).toBe('https://x.example');
  expect(withResource.resolve({ Ref: 'Account' }, 'x')).toBe('acc_1');
});
