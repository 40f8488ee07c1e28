/** The functions of the template, found by the names that the rest of the template uses. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Stack } from '../template/stack.ts';
import type { EmulatorEndpoints } from './function-environment.ts';
import { partitionKeys, statementsOfRoles } from '../iam/function-roles.ts';
import { awsServices, type AwsService } from '../iam/aws-calls.ts';
import type { FunctionRole } from '../iam/guarded-requests.ts';
import { functionEnvironment } from './function-environment.ts';
import { LocalFunction } from './local-function.ts';

const functionProperties = z.object({
  Runtime: z.string().optional(),
  Handler: z.string().optional(),
  Code: z.object({ S3Key: z.string().optional() }),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  Role: z.string().optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
});

/** Lambda permits `-` and `_` in names only; a version or alias qualifier follows the name after a colon. */
const functionReference =
  /^(?:arn:[^:]+:lambda:[^:]*:[^:]*:function:)?([A-Za-z0-9-_]+)(?::[A-Za-z0-9-_$]+)?$/;

/** Which emulator answers at which host and port. */
function hostsOf(endpoints: EmulatorEndpoints): Record<string, AwsService> {
  return Object.fromEntries(
    awsServices.map((service) => [new URL(endpoints[service]).host, service] as const),
  );
}

/** Gives the role of a function, by the role's ARN and the function's name. */
export function functionRoles(
  stack: Stack,
  endpoints: EmulatorEndpoints,
): (roleArn: string, functionName: string) => FunctionRole {
  const roles = statementsOfRoles(stack);
  const keys = partitionKeys(stack);
  const hosts = hostsOf(endpoints);
  return (roleArn, functionName) => ({
    principal: `${roleArn}/${functionName}`,
    statements: roles.get(roleArn) ?? [],
    hosts,
    partitionKeys: keys,
  });
}

/** Every Node function of a stack, found by the name, ARN or invocation URI that the rest of the template uses. */
export class Functions implements Service {
  readonly #byName = new Map<string, LocalFunction>();

  constructor(functions: Iterable<LocalFunction>) {
    for (const fn of functions) this.#byName.set(fn.settings.name, fn);
  }

  /**
   * Reads the functions of the template. No thread is started yet.
   * @param onError gets one line about every failed invocation.
   */
  static fromStack(
    stack: Stack,
    endpoints: EmulatorEndpoints,
    logFolder: string,
    onError: (message: string) => void,
  ): Functions {
    mkdirSync(logFolder, { recursive: true });
    const resources = stack.resources(['AWS::Lambda::Function'], functionProperties);
    const roleOf = functionRoles(stack, endpoints);
    return new Functions(
      resources
        // CDK's own helpers (bucket emptiers, log retention) may be Python or images; nothing here ever calls them.
        .filter(
          ({ properties }) => properties.Runtime?.startsWith('nodejs') && properties.Code.S3Key !== undefined,
        )
        .map(({ logicalId, ref: name, attributes, properties }) => {
          const folder = stack.assetFolder(properties.Code.S3Key ?? '', logicalId);
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
            ),
            logFile: path.join(logFolder, `${name}.log`),
            role: roleOf(properties.Role ?? '', name),
          };
          return new LocalFunction(settings, onError);
        }),
    );
  }

  /** @throws RunnerError naming `usedBy` when the stack has no such function. */
  find(reference: string, usedBy: string): LocalFunction {
    const [, name] = functionReference.exec(reference) ?? [];
    const fn = name === undefined ? undefined : this.#byName.get(name);
    if (fn === undefined) throw new RunnerError(`${usedBy}: no function of the stack is ${reference}`);
    return fn;
  }

  /** Calls `listener` after every invocation of any function. */
  onSettled(listener: () => void): void {
    for (const fn of this.#byName.values()) fn.onSettled = listener;
  }

  [Symbol.iterator](): Iterator<LocalFunction> {
    return this.#byName.values();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#byName.values()].map((fn) => fn.stop()));
  }
}
