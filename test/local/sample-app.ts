/**
 * Defines a small CDK app that contains every resource type supported by the local runner, but not the
 * service.
 */
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { AttributeType, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import {
  Code,
  FilterCriteria,
  FilterRule,
  Function as Fn,
  RecursiveLoop,
  Runtime,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import {
  DynamoEventSource,
  S3OnFailureDestination,
  SqsEventSource,
} from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  Choice,
  Condition,
  DefinitionBody,
  Fail,
  StateMachine,
  Succeed,
  TaskInput,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SAMPLE = 'sample';

const HANDLERS = `
const told = (name) => async (event, context) => {
  const response = await fetch(process.env.RECEIVER + '/' + name, { method: 'POST', body: JSON.stringify(event) });
  const answer = await response.json();
  if (answer.name) throw Object.assign(new Error('told to fail'), { name: answer.name });
  return answer.value;
};
export const onStream = told('onStream');
export const onQueue = told('onQueue');
export const task = told('task');
export const onStatus = told('onStatus');
export const onSchedule = told('onSchedule');

// Sends the next number to the queue that it reads, up to 20.
export const step = async ({ Records }) => {
  const { SendMessageCommand, SQSClient } = await import(process.env.SQS_CLIENT);
  for (const { body, attributes } of Records) {
    await told('step')({ body, header: attributes.AWSTraceHeader });
    if (Number(body) < 20)
      await new SQSClient().send(
        new SendMessageCommand({ QueueUrl: process.env.OWN_QUEUE, MessageBody: String(Number(body) + 1) }),
      );
  }
};

let calls = 0;
export const echo = async (event, context) => ({ statusCode: 200, body: JSON.stringify({ event, calls: ++calls }) });
export const http = async (event) => {
  const { does, bytes } = event.queryStringParameters ?? {};
  switch (does) {
    case 'throw': throw new TypeError('no');
    case 'hang': return new Promise(() => {});
    case 'exit': process.exit(3);
    case 'infer': return { hello: 'world' };
    case 'cookies': return { statusCode: 201, cookies: ['a=1', 'b=2'], headers: { 'Access-Control-Allow-Origin': 'x', 'X-Own': 'y' } };
    case 'binary': return { statusCode: 200, isBase64Encoded: true, body: Buffer.from([0, 255]).toString('base64') };
    case 'large': return { statusCode: 200, body: 'x'.repeat(Number(bytes)) };
    case 'nonsense': return { statusCode: 'yes' };
    case 'environment': return { statusCode: 200, body: JSON.stringify(process.env) };
    default: return { statusCode: 204 };
  }
};
`;

/** Synthesizes the sample into `<folder>/cdk.out`. Its functions report their invocations to `receiver`. */
export function synthesiseSample(folder: string, receiver: string): { assembly: string; stackName: string } {
  const code = path.join(folder, 'sample-code');
  mkdirSync(code, { recursive: true });
  writeFileSync(path.join(code, 'index.mjs'), HANDLERS);
  const assembly = path.join(folder, 'cdk.out');
  // Skips validation against CloudFormation's rules, which takes longer than all other steps together.
  process.env['CDK_VALIDATION'] = 'false';
  const app = new App({ outdir: assembly });
  const stack = new Stack(app, SAMPLE);
  const fn = (id: string, handler: string, timeout = 5): Fn =>
    new Fn(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      code: Code.fromAsset(code),
      handler: `index.${handler}`,
      timeout: Duration.seconds(timeout),
      environment: { RECEIVER: receiver, QUEUE_URL: queue.queueUrl, TABLE: table.tableName },
    });

  const table = new TableV2(stack, 'Items', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    timeToLiveAttribute: 'expires',
    localSecondaryIndexes: [{ indexName: 'byAge', sortKey: { name: 'age', type: AttributeType.NUMBER } }],
    globalSecondaryIndexes: [
      {
        indexName: 'byOwner',
        partitionKey: { name: 'owner', type: AttributeType.STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      },
    ],
  });
  new Bucket(stack, 'Files', { cors: [{ allowedOrigins: ['*'], allowedMethods: [HttpMethods.POST] }] });
  const missed = new Bucket(stack, 'Missed');
  const deadLetters = new Queue(stack, 'DeadLetters');
  const queue = new Queue(stack, 'Jobs', {
    visibilityTimeout: Duration.seconds(1),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 2 },
  });

  fn('OnStream', 'onStream').addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 1,
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })],
      onFailure: new S3OnFailureDestination(missed),
    }),
  );
  fn('OnQueue', 'onQueue', 1).addEventSource(
    new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
  );

  const loop = (id: string, recursiveLoop: RecursiveLoop): Queue => {
    const steps = new Queue(stack, `${id}Steps`, {
      visibilityTimeout: Duration.seconds(1),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 2 },
    });
    const stepping = new Fn(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      code: Code.fromAsset(code),
      handler: 'index.step',
      recursiveLoop,
      environment: {
        RECEIVER: receiver,
        OWN_QUEUE: steps.queueUrl,
        SQS_CLIENT: import.meta.resolve('@aws-sdk/client-sqs'),
      },
    });
    stepping.addEventSource(new SqsEventSource(steps, { batchSize: 1 }));
    steps.grantSendMessages(stepping);
    return steps;
  };
  const stopped = loop('Stopped', RecursiveLoop.TERMINATE);
  const allowed = loop('Allowed', RecursiveLoop.ALLOW);

  const task = fn('Task', 'task');
  const ask = new LambdaInvoke(stack, 'Ask', {
    lambdaFunction: task,
    payload: TaskInput.fromObject({ 'value.$': '$.value', 'execution.$': '$$.Execution.Name' }),
    resultSelector: { 'done.$': '$.Payload.done', 'value.$': '$.Payload.value', 'due.$': '$.Payload.due' },
    retryOnServiceExceptions: false,
  });
  ask.addRetry({ errors: ['TryAgain'], interval: Duration.seconds(1), maxAttempts: 1 });
  ask.addCatch(new Fail(stack, 'GivenUp', { error: 'GivenUp', cause: 'the task failed' }), {
    errors: ['Hopeless'],
  });
  const wait = new Wait(stack, 'Until', { time: WaitTime.timestampPath('$.due') });
  const ladder = new StateMachine(stack, 'Ladder', {
    definitionBody: DefinitionBody.fromChainable(
      wait
        .next(ask)
        .next(
          new Choice(stack, 'Done?')
            .when(Condition.booleanEquals('$.done', true), new Succeed(stack, 'Ended'))
            .otherwise(wait),
        ),
    ),
  });
  new Rule(stack, 'LadderFailed', {
    eventPattern: { source: ['aws.states'], detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] } },
    targets: [new LambdaTarget(fn('OnStatus', 'onStatus'))],
  });

  const integrated = (target: Fn) => ({
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: `arn:${stack.partition}:apigateway:${stack.region}:lambda:path/2015-03-31/functions/${target.functionArn}/invocations`,
      payloadFormatVersion: '2.0',
    },
  });
  const echo = integrated(fn('Echo', 'echo'));
  const writing = fn('Http', 'http', 1);
  table.grantWriteData(writing);
  const http = integrated(writing);
  const api = new CfnApi(stack, 'Api', {
    body: {
      openapi: '3.0.1',
      info: { title: SAMPLE, version: '1' },
      paths: {
        '/echo/{id}': { get: echo, post: echo },
        '/http': { 'x-amazon-apigateway-any-method': http },
        '/$default': { 'x-amazon-apigateway-any-method': { isDefaultRoute: true, ...echo } },
      },
    },
  });
  new CfnStage(stack, 'Stage', { apiId: api.ref, stageName: '$default', autoDeploy: true });
  const outputs = {
    TableName: table.tableName,
    JobsUrl: queue.queueUrl,
    DeadLettersUrl: deadLetters.queueUrl,
    StoppedStepsUrl: stopped.queueUrl,
    AllowedStepsUrl: allowed.queueUrl,
    LadderArn: ladder.stateMachineArn,
    MissedBucket: missed.bucketName,
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
  app.synth();
  return { assembly, stackName: SAMPLE };
}
