/** Reads the settings of the template's web function. */
import path from 'node:path';
import * as z from 'zod';
import { functionEnvironment } from '../functions/function-environment.ts';
import type { FunctionOptions } from '../functions/functions.ts';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import type { WebFunctionSettings } from './edge-messages.ts';

const endpointProperties = z.object({
  EndpointName: z.string(),
  RevisionWeights: z.tuple([z.object({ RevisionId: z.string(), Weight: z.literal(100) })]),
});
const revisionProperties = z.object({
  BuildConfig: z.object({
    CodeConfig: z.object({ S3Object: z.object({ Key: z.string() }) }),
  }),
  ServiceConfig: z.object({
    ExecutionRoleArn: z.string(),
    EnvironmentVariables: z.record(z.string(), z.coerce.string()).default({}),
    TimeoutSeconds: z.coerce.number().default(30),
  }),
});

/** Memory size that every web function reports, in megabytes, regardless of the template. */
const MEMORY_MEGABYTES = 2048;
const ENTRY_POINT = 'AWS_LAMBDA_NODEJS_ENTRYPOINT';

export interface WebFunctionFolders {
  readonly logs: string;
  /** Folder used in place of `/tmp`. */
  readonly temporary: string;
}

/** A web function and its log file. */
export interface LoggedWebFunction extends WebFunctionSettings {
  readonly logFile: string;
}

/**
 * Returns the template's web function, if it has one.
 * @throws RunnerError if there is more than one web function, or if the web function has no revision
 */
export function webFunctionOf(
  stack: Stack,
  { endpoints, roleOf }: Pick<FunctionOptions, 'endpoints' | 'roleOf'>,
  folders: WebFunctionFolders,
): LoggedWebFunction | undefined {
  const [only, second] = stack.resources(['AWS::Lambda::WebFunctionEndpoint'], endpointProperties);
  if (second) throw new RunnerError(`the stack has more than one web function: ${second.logicalId}`);
  if (!only) return undefined;
  const { logicalId: name, attributes, properties } = only;
  const [{ RevisionId }] = properties.RevisionWeights;
  const revision = stack
    .resources(['AWS::Lambda::WebFunctionRevision'], revisionProperties)
    .find((each) => each.attributes['RevisionId'] === RevisionId);
  if (!revision) throw new RunnerError(`${name}: the revision ${RevisionId} doesn't exist`);
  const { BuildConfig, ServiceConfig } = revision.properties;
  const folder = stack.assetFolder(BuildConfig.CodeConfig.S3Object.Key, revision.logicalId);
  const variables = ServiceConfig.EnvironmentVariables;
  const handler = variables[ENTRY_POINT] ?? 'index.js';
  const fn = { name, memoryMegabytes: MEMORY_MEGABYTES, handler, folder, variables };
  return {
    name,
    folder,
    handler,
    domainName: attributes['DomainName'] ?? '',
    endpointName: properties.EndpointName,
    timeoutSeconds: ServiceConfig.TimeoutSeconds,
    environment: { ...functionEnvironment(fn, endpoints), TMPDIR: folders.temporary },
    logFile: path.join(folders.logs, `${name}.log`),
    role: roleOf(ServiceConfig.ExecutionRoleArn, name),
  };
}
