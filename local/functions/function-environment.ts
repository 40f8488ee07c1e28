/** Builds a function's environment variables. */
import { CREDENTIALS, REGION } from '../aws-names.ts';

/** The endpoints of all emulators. */
export interface EmulatorEndpoints {
  readonly dynamodb: string;
  readonly eventBridge: string;
  readonly lambda: string;
  readonly s3: string;
  /** Endpoint of Secrets Manager and the Parameter Store. */
  readonly secrets: string;
  readonly ses: string;
  readonly sqs: string;
  readonly stepFunctions: string;
}

/**
 * Multiplier for AWS call timeouts. Emulators share the machine with other programs, so a delay that would mean
 * an outage on AWS is normal here. Calls to a stopped emulator still fail immediately.
 */
const CALL_TIME_FACTOR = '5';

/** Returns the environment variables that make AWS SDK clients use the emulators, with longer time limits. */
export function emulatorEnvironment(endpoints: EmulatorEndpoints): Record<string, string> {
  return {
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.eventBridge,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secrets,
    AWS_ENDPOINT_URL_SSM: endpoints.secrets,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SFN: endpoints.stepFunctions,
    CALL_TIME_FACTOR,
  };
}

/**
 * Returns a function's complete `process.env`: the variables from its template, the variables that Lambda
 * sets, and the emulators' endpoints. The result excludes the developer's own environment, so that handlers
 * can't depend on variables that the template doesn't declare.
 * @param timeScale divisor for the lifetimes of agents' subscriptions
 */
export function functionEnvironment(
  fn: {
    name: string;
    memoryMegabytes: number;
    handler: string;
    folder: string;
    variables: Record<string, string>;
  },
  endpoints: EmulatorEndpoints,
  timeScale = 1,
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: fn.folder,
    _HANDLER: fn.handler,
    ...fn.variables,
    ...emulatorEnvironment(endpoints),
    TIME_SCALE: String(timeScale),
  };
}
