/** Finds the template's functions by name, ARN or invocation URI. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import type { EmulatorEndpoints } from './function-environment.ts';
import { resourcePolicies, statementsOfRoles, tableKeys } from '../iam/function-roles.ts';
import { awsServices, type AwsService } from '../iam/aws-calls.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { Concurrency } from './concurrency.ts';
import { FunctionThreads } from './function-threads.ts';
import { functionEnvironment } from './function-environment.ts';
import { writeInlineCode } from './inline-code.ts';
import { LocalFunction, type FunctionLimits } from './local-function.ts';

const functionProperties = z.object({
  Runtime: z.string().optional(),
  Handler: z.string().optional(),
  Code: z.object({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  Role: z.string().optional(),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
  RecursiveLoop: z.enum(['Allow', 'Terminate']).default('Terminate'),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
});

/**
 * Matches a function's name or ARN. Names contain only letters, digits, `-` and `_`. A version or alias may
 * follow, separated by a colon.
 */
const functionReference =
  /^(?:arn:[^:]+:lambda:[^:]*:[^:]*:function:)?([A-Za-z0-9-_]+)(?::[A-Za-z0-9-_$]+)?$/;

/** Maps each endpoint's host and port to the emulated service. */
function hostsOf(endpoints: EmulatorEndpoints): Record<string, AwsService> {
  return Object.fromEntries(
    awsServices.map((service) => [new URL(endpoints[service]).host, service] as const),
  );
}

/** Returns a function that looks up a function's role by the role's ARN and the function's logical id. */
export function functionRoles(
  stack: Stack,
  endpoints: EmulatorEndpoints,
  options: Pick<FunctionRole, 'usageFolder' | 'storeFaults'> = {},
): (roleArn: string, functionId: string) => FunctionRole {
  const roles = statementsOfRoles(stack);
  const shared = {
    resourcePolicies: resourcePolicies(stack),
    tableKeys: tableKeys(stack),
    hosts: hostsOf(endpoints),
    ...options,
  };
  return (roleArn, functionId) => ({
    principal: `${roleArn}/${functionId}`,
    roleArn,
    functionId,
    statements: roles.get(roleArn) ?? [],
    ...shared,
  });
}

export interface FunctionOptions {
  readonly endpoints: EmulatorEndpoints;
  readonly logFolder: string;
  /** Folder for code that the template contains. */
  readonly inlineFolder: string;
  /** Called with a one-line message for every failed invocation. */
  readonly onError: (message: string) => void;
  readonly roleOf: ReturnType<typeof functionRoles>;
  /** Maximum number of concurrent invocations in the account. */
  readonly concurrency: number;
  /** Divisor for the lifetimes of agents' subscriptions. */
  readonly timeScale?: number | undefined;
  readonly code?: FunctionLimits['code'];
  readonly activity?: FunctionLimits['activity'];
}

/** All of a stack's Node functions. Other resources refer to them by name, ARN or invocation URI. */
export class Functions implements Service {
  readonly #byName = new Map<string, LocalFunction>();
  readonly #threads: FunctionThreads;

  constructor(functions: Iterable<LocalFunction>, threads: FunctionThreads = new FunctionThreads()) {
    this.#threads = threads;
    for (const fn of functions) this.#byName.set(fn.settings.name, fn);
  }

  /** Reads the template's functions without starting a thread. */
  static fromStack(
    stack: Stack,
    {
      endpoints,
      logFolder,
      inlineFolder,
      onError,
      roleOf,
      concurrency: most,
      timeScale,
      code,
      activity,
    }: FunctionOptions,
  ): Functions {
    mkdirSync(logFolder, { recursive: true });
    const resources = stack.resources(['AWS::Lambda::Function'], functionProperties);
    const reserved = resources.flatMap(({ ref, properties }): [string, number][] =>
      properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[ref, properties.ReservedConcurrentExecutions]],
    );
    const concurrency = new Concurrency(most, new Map(reserved));
    const threads = new FunctionThreads();
    return new Functions(
      resources
        // CDK's own helper functions (which empty buckets or set log retention) are never called locally and
        // may use Python or container images, so skip them.
        .filter(
          ({ properties: { Runtime, Code } }) =>
            Runtime?.startsWith('nodejs') && (Code.S3Key ?? Code.ZipFile) !== undefined,
        )
        .map(({ logicalId, ref: name, attributes, properties }) => {
          const { S3Key = '', ZipFile } = properties.Code;
          const folder =
            ZipFile === undefined
              ? stack.assetFolder(S3Key, logicalId)
              : writeInlineCode(path.join(inlineFolder, logicalId), ZipFile);
          const handler = properties.Handler ?? 'index.handler';
          const memoryMegabytes = properties.MemorySize;
          const variables = properties.Environment?.Variables ?? {};
          const settings = {
            name,
            arn: attributes['Arn'] ?? name,
            folder,
            handler,
            timeoutSeconds: properties.Timeout,
            memoryMegabytes,
            environment: functionEnvironment(
              { name, memoryMegabytes, handler, folder, variables },
              endpoints,
              timeScale,
            ),
            logFile: path.join(logFolder, `${name}.log`),
            allowsRecursion: properties.RecursiveLoop === 'Allow',
            role: roleOf(properties.Role ?? '', logicalId),
          };
          return new LocalFunction(settings, { onError, concurrency, threads, code, activity });
        }),
      threads,
    );
  }

  /**
   * Returns a function by its name, ARN or invocation URI.
   * @throws RunnerError if the stack has no such function. The message starts with `usedBy`.
   */
  find(reference: string, usedBy: string): LocalFunction {
    const [, name] = functionReference.exec(reference) ?? [];
    const fn = name === undefined ? undefined : this.#byName.get(name);
    if (fn === undefined) throw new RunnerError(`${usedBy}: the stack has no function ${reference}`);
    return fn;
  }

  /** Returns the roles that the functions' AWS requests are checked against. */
  get roles(): FunctionRole[] {
    return Array.from(this.#byName.values(), ({ settings }) => settings.role ?? []).flat();
  }

  /** Calls `listener` after every invocation of any function, with the function's role. */
  onSettled(listener: (role: FunctionRole | undefined) => void): void {
    for (const fn of this.#byName.values()) fn.onSettled = listener;
  }

  /** Reloads each function on its next invocation. Invocations in progress finish with the old code. */
  reload(): void {
    this.#threads.retireAll();
  }

  [Symbol.iterator](): Iterator<LocalFunction> {
    return this.#byName.values();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#byName.values()].map((fn) => fn.stop()));
    await this.#threads.stop();
    for (const fn of this.#byName.values()) fn.flushLog();
  }
}
