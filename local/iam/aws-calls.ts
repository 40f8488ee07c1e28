/** Determines the IAM permissions that an AWS SDK request needs. */
import { arn } from '../aws-names.ts';
import { dynamodbCalls, type TableKeys } from './dynamodb-calls.ts';
import type { AwsCall } from './policy.ts';
import { s3Calls } from './s3-calls.ts';

export const awsServices = [
  'dynamodb',
  'eventBridge',
  'lambda',
  's3',
  'secrets',
  'ses',
  'sqs',
  'stepFunctions',
] as const;
export type AwsService = (typeof awsServices)[number];

/** An AWS SDK request that is about to be sent. */
export interface SdkRequest {
  readonly method: string;
  /** URL path, including the query string. */
  readonly path: string;
  /**
   * The `x-amz-target` header, which contains the service's interface and operation in protocols that use it.
   */
  readonly target?: string | undefined;
  readonly body: string;
}

/** Returns the AWS calls that IAM evaluates for a request. */
export function awsCalls(service: AwsService, request: SdkRequest, keys: TableKeys): AwsCall[] {
  const operation = request.target?.split('.').at(-1) ?? '';
  switch (service) {
    case 'dynamodb':
      return dynamodbCalls(operation, JSON.parse(request.body), keys);
    case 'eventBridge': {
      const { Entries = [] } = JSON.parse(request.body) as { Entries?: { EventBusName?: string }[] };
      const buses = new Set(Entries.map(({ EventBusName = 'default' }) => EventBusName));
      return Array.from(buses, (bus) => ({
        action: `events:${operation}`,
        resource: bus.startsWith('arn:') ? bus : arn('events', `event-bus/${bus}`),
        context: {},
      }));
    }
    case 'lambda': {
      const [, id] = /^\/2015-03-31\/event-source-mappings\/([^/?]+)$/.exec(request.path) ?? [];
      if (id === undefined || request.method !== 'GET')
        throw new Error(`unknown Lambda call: ${request.method} ${request.path}`);
      const resource = arn('lambda', `event-source-mapping:${id}`);
      return [{ action: 'lambda:GetEventSourceMapping', resource, context: {} }];
    }
    case 's3':
      return s3Calls(request.method, request.path, request.body);
    case 'sqs': {
      const { QueueUrl = '' } = JSON.parse(request.body) as { QueueUrl?: string };
      const action = operation.replace(/Batch$/, '');
      return [
        { action: `sqs:${action}`, resource: arn('sqs', QueueUrl.split('/').at(-1) ?? ''), context: {} },
      ];
    }
    case 'secrets': {
      const { SecretId, Name = '' } = JSON.parse(request.body) as { SecretId?: string; Name?: string };
      const action = SecretId === undefined ? `ssm:${operation}` : `secretsmanager:${operation}`;
      return [{ action, resource: SecretId ?? Name, context: {} }];
    }
    case 'stepFunctions': {
      const { stateMachineArn = '' } = JSON.parse(request.body) as { stateMachineArn?: string };
      return [{ action: `states:${operation}`, resource: stateMachineArn, context: {} }];
    }
    case 'ses':
      return sesCalls(request.body);
  }
}

interface Email {
  readonly FromEmailAddress?: string;
  readonly ConfigurationSetName?: string;
  /** `Data` is the base64-encoded message. */
  readonly Content?: { readonly Raw?: { readonly Data: string } };
}

/**
 * Returns the calls for sending an e-mail. The caller needs permission for the sender's identity, and for the
 * configuration set if there is one.
 */
function sesCalls(body: string): AwsCall[] {
  const { FromEmailAddress, ConfigurationSetName, Content } = JSON.parse(body) as Email;
  const raw = Content?.Raw && Buffer.from(Content.Raw.Data, 'base64').toString();
  const action = raw === undefined ? 'ses:SendEmail' : 'ses:SendRawEmail';
  // If the request doesn't specify the sender, read the sender from the raw message.
  const from = FromEmailAddress ?? senderOf(raw ?? '');
  const address = (/<([^>]*)>/.exec(from)?.[1] ?? from).trim();
  const context = { 'ses:FromAddress': address };
  const resources = [
    arn('ses', `identity/${address.split('@').at(-1) ?? ''}`),
    ...(ConfigurationSetName === undefined ? [] : [arn('ses', `configuration-set/${ConfigurationSetName}`)]),
  ];
  return resources.map((resource) => ({ action, resource, context }));
}

/**
 * Returns the `From` header of a message. Unfolds the header if it spans several lines (RFC 5322, section
 * 2.2.3).
 */
function senderOf(message: string): string {
  const [headers = ''] = message.split(/\r?\n\r?\n/, 1);
  return /^From: (.*)$/im.exec(headers.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? '';
}
