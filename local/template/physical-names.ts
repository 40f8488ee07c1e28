/** Assigns local names, ARNs and URLs to the template's resources. */
import { ACCOUNT_ID, REGION, arn } from '../aws-names.ts';
import type { TemplateResource } from './template.ts';

/** URLs of the local emulators, which are part of queue URLs and the API's endpoint. */
export interface LocalAddresses {
  readonly sqsEndpoint: string;
  readonly apiEndpoint: string;
  /** Base URL of all function URLs. Absent if there are none. */
  readonly functionUrls?: string;
  /** Returns the value of the secret with this ARN. Absent if dynamic references stay unresolved. */
  readonly secretOf?: (arn: string, where: string) => string;
}

/**
 * The values of `Ref` and `Fn::GetAtt` for a resource. The physical name is the name in the template or, if
 * the template has none, the logical id, so that the same data is found again after a restart.
 */
export interface PhysicalResource {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

type Naming = (
  logicalId: string,
  given: (property: string) => string | undefined,
  at: LocalAddresses,
) => PhysicalResource;

const namings: Record<string, Naming> = {
  'AWS::DynamoDB::Table': (id, given) => table(given('TableName') ?? id),
  'AWS::DynamoDB::GlobalTable': (id, given) => table(given('TableName') ?? id),
  'AWS::S3::Bucket': (id, given) => {
    const name = given('BucketName') ?? id.toLowerCase().slice(0, 63).padEnd(3, '0');
    const domain = `${name}.s3.${REGION}.amazonaws.com`;
    return {
      ref: name,
      attributes: { Arn: `arn:aws:s3:::${name}`, DomainName: domain, RegionalDomainName: domain },
    };
  },
  'AWS::SQS::Queue': (id, given, at) => {
    const name = given('QueueName') ?? id.slice(0, 80);
    const url = `${at.sqsEndpoint}/000000000000/${name}`;
    return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } };
  },
  'AWS::Lambda::Function': (id, given) =>
    named('lambda', `function:${given('FunctionName') ?? id}`, given('FunctionName') ?? id),
  'AWS::Lambda::Url': (id, _given, at) => ({
    ref: id,
    attributes: { FunctionUrl: `${at.functionUrls ?? at.apiEndpoint}/${id}/` },
  }),
  'AWS::Lambda::WebFunction': (id) => {
    const fn = arn('lambda', `web-function/${id}`);
    return { ref: fn, attributes: { FunctionArn: fn } };
  },
  'AWS::Lambda::WebFunctionRevision': (id) => ({ ref: id, attributes: { RevisionId: id } }),
  'AWS::Lambda::WebFunctionEndpoint': (id) => ({
    ref: id,
    attributes: { DomainName: `${id.toLowerCase()}.lambda-web.${REGION}.on.aws` },
  }),
  // Use the original's object key, because the copy of a function's code has the same content.
  'Custom::S3ObjectCopy': (id, given) => ({
    ref: id,
    attributes: { Bucket: 'copies', Key: given('SourceObjectKey') ?? id, VersionId: '1' },
  }),
  // Return the bucket's name even before the assets are copied, because the functions' roles and code refer
  // to it.
  'Custom::StagedAssets': (id, given) => ({ ref: id, attributes: { Bucket: given('Bucket') ?? '' } }),
  'AWS::CloudFront::Function': (id) => ({
    ref: id,
    attributes: { FunctionARN: `arn:aws:cloudfront::${ACCOUNT_ID}:function/${id}` },
  }),
  // The runner acts as the edge, so its host and port are the distribution's domain.
  'AWS::CloudFront::Distribution': (id, _given, at) => ({
    ref: id,
    attributes: { DomainName: hostOf(at.apiEndpoint) },
  }),
  'AWS::Lambda::Version': (id, given) => qualifiedFunction(given('FunctionName') ?? id, '1'),
  'AWS::Lambda::Alias': (id, given) =>
    qualifiedFunction(given('FunctionName') ?? id, given('Name') ?? 'live'),
  'AWS::StepFunctions::StateMachine': (id, given) => {
    const name = given('StateMachineName') ?? id;
    const machine = arn('states', `stateMachine:${name}`);
    return { ref: machine, attributes: { Arn: machine, Name: name } };
  },
  'AWS::ApiGatewayV2::Api': (id, _given, at) => ({
    ref: id,
    attributes: { ApiId: id, ApiEndpoint: at.apiEndpoint },
  }),
  'AWS::ApiGatewayV2::Stage': (_id, given) => ({ ref: given('StageName') ?? '$default', attributes: {} }),
  'AWS::IAM::Role': (id) => ({
    ref: id,
    attributes: { Arn: `arn:aws:iam::000000000000:role/${id}`, RoleId: id },
  }),
  'AWS::IAM::ManagedPolicy': (id) => ({ ref: `arn:aws:iam::000000000000:policy/${id}`, attributes: {} }),
  'AWS::Logs::LogGroup': (id, given) =>
    named('logs', `log-group:${given('LogGroupName') ?? id}:*`, given('LogGroupName') ?? id),
  'AWS::Events::Rule': (id) => named('events', `rule/${id}`, id),
  'AWS::Events::EventBus': (id, given) =>
    named('events', `event-bus/${given('Name') ?? id}`, given('Name') ?? id),
  'AWS::SES::ConfigurationSet': (id, given) => ({ ref: given('Name') ?? id, attributes: {} }),
  'AWS::SNS::Topic': (id) => ({
    ref: arn('sns', id),
    attributes: { TopicArn: arn('sns', id), TopicName: id },
  }),
  'AWS::Cognito::UserPool': (id) => {
    const ProviderName = `cognito-idp.${REGION}.amazonaws.com/${id}`;
    const attributes = { Arn: arn('cognito-idp', `userpool/${id}`), ProviderName, UserPoolId: id };
    return { ref: id, attributes: { ...attributes, ProviderURL: `https://${ProviderName}` } };
  },
  'AWS::SecretsManager::Secret': (id) => ({ ref: arn('secretsmanager', `secret:${id}`), attributes: {} }),
  'AWS::KMS::Key': (id) => named('kms', `key/${id}`, id),
};

/** For resources of other types, uses the logical id as `Ref`. */
const anyOther: Naming = (id) => ({ ref: id, attributes: {} });

/**
 * Returns a resource's local name and attributes.
 * @param given returns a name property from the template with its references resolved, if it is set
 */
export function physicalResource(
  logicalId: string,
  resource: TemplateResource,
  given: (property: string) => string | undefined,
  at: LocalAddresses,
): PhysicalResource {
  return (namings[resource.Type] ?? anyOther)(logicalId, given, at);
}

/** Returns the host and port of a URL. */
export const hostOf = (address: string): string => new URL(address).host;

function named(service: string, resourcePart: string, ref: string): PhysicalResource {
  return { ref, attributes: { Arn: arn(service, resourcePart) } };
}

/** There is only one version locally, so all versions and aliases use the same code. */
function qualifiedFunction(fn: string, qualifier: string): PhysicalResource {
  const ref = arn('lambda', `function:${fn.split(':').at(-1) ?? fn}:${qualifier}`);
  return { ref, attributes: { Version: qualifier, FunctionArn: ref, AliasArn: ref } };
}

/**
 * The emulator assigns the stream's actual label, so event source mappings find their table by the part of
 * the stream's ARN before the label.
 */
function table(name: string): PhysicalResource {
  const tableArn = arn('dynamodb', `table/${name}`);
  return { ref: name, attributes: { Arn: tableArn, StreamArn: `${tableArn}/stream/local`, TableId: name } };
}
