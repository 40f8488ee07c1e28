/** The web functions of the template, found by the domain of their endpoint. */
import path from 'node:path';
import * as z from 'zod';
import { functionEnvironment } from '../functions/function-environment.ts';
import type { FunctionOptions } from '../functions/functions.ts';
import type { Times } from '../functions/spare-memory.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import { LocalWebFunction } from './local-web-function.ts';

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

/** What each web function has, whatever its template says. */
const MEMORY_MEGABYTES = 2048;
const ENTRY_POINT = 'AWS_LAMBDA_NODEJS_ENTRYPOINT';

export interface WebFunctionFolders {
  readonly logs: string;
  /** What is `/tmp` for them. */
  readonly temporary: string;
}

export class WebFunctions implements Service {
  readonly #byDomain: ReadonlyMap<string, LocalWebFunction>;

  private constructor(byDomain: ReadonlyMap<string, LocalWebFunction>) {
    this.#byDomain = byDomain;
  }

  /**
   * Reads the web functions of the template. None is started yet.
   * @param onError gets one line about everything that fails
   */
  static fromStack(
    stack: Stack,
    { endpoints, onError, roleOf }: Pick<FunctionOptions, 'endpoints' | 'onError' | 'roleOf'>,
    folders: WebFunctionFolders,
  ): WebFunctions {
    const revisions = stack.resources(['AWS::Lambda::WebFunctionRevision'], revisionProperties);
    return new WebFunctions(
      new Map(
        stack
          .resources(['AWS::Lambda::WebFunctionEndpoint'], endpointProperties)
          .map(({ logicalId: name, attributes, properties }) => {
            const [{ RevisionId }] = properties.RevisionWeights;
            const revision = revisions.find((each) => each.attributes['RevisionId'] === RevisionId);
            if (!revision) throw new RunnerError(`${name}: there is no revision ${RevisionId}`);
            const { BuildConfig, ServiceConfig } = revision.properties;
            const folder = stack.assetFolder(BuildConfig.CodeConfig.S3Object.Key, revision.logicalId);
            const variables = ServiceConfig.EnvironmentVariables;
            const handler = variables[ENTRY_POINT] ?? 'index.js';
            const fn = { name, memoryMegabytes: MEMORY_MEGABYTES, handler, folder, variables };
            const settings = {
              name,
              entry: path.join(folder, handler),
              domainName: attributes['DomainName'] ?? '',
              endpointName: properties.EndpointName,
              timeoutSeconds: ServiceConfig.TimeoutSeconds,
              environment: { ...functionEnvironment(fn, endpoints), TMPDIR: folders.temporary },
              logFile: path.join(folders.logs, `${name}.log`),
              role: roleOf(ServiceConfig.ExecutionRoleArn, name),
            };
            return [settings.domainName, new LocalWebFunction(settings, onError)];
          }),
      ),
    );
  }

  /** The function whose endpoint has this domain; undefined when none has. */
  at(domainName: string): LocalWebFunction | undefined {
    return this.#byDomain.get(domainName);
  }

  /** Those that their requests to AWS are judged by. */
  get roles(): FunctionRole[] {
    return Array.from(this.#byDomain.values(), ({ settings }) => settings.role ?? []).flat();
  }

  /** Calls `listener` after every request of any of them, with its role. */
  onSettled(listener: (role: FunctionRole | undefined) => void): void {
    for (const fn of this.#byDomain.values()) fn.onSettled = listener;
  }

  /** Starts their threads ahead of the first request. */
  warm(): void {
    for (const fn of this.#byDomain.values()) fn.warm();
  }

  /** The threads give memory back. */
  spareMemory(times: Times): void {
    for (const fn of this.#byDomain.values()) fn.spareMemory(times);
  }

  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#byDomain.values(), (fn) => fn.stop()));
  }
}
