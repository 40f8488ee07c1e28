/** Finds the service in a deployed stack, and the stack outputs that belong to it. */
import { ServiceNotFound } from './operator-errors.ts';

/** Identifies a deployed service by its stage, or by the team's own stack that contains it. */
export interface StackOptions {
  readonly stage: string;
  readonly stack?: string;
}

export function stackNameOf({ stage, stack }: StackOptions): string {
  return stack ?? `svc-forms-${stage}`;
}

/**
 * Returns the service's outputs under their original names. In a team's own stack, they are prefixed with the
 * construct's id, for example `FormsBaseUrl`. A stack can contain only one service.
 * @throws ServiceNotFound if the stack contains no service
 */
export function outputsOfService(
  outputs: Readonly<Record<string, string>>,
  options: StackOptions,
): Record<string, string> {
  const found = Object.keys(outputs).find(
    (name) => /BaseUrl$/.test(name) && `${prefixOf(name)}Plans` in outputs,
  );
  if (found === undefined)
    throw new ServiceNotFound(`The stack ${stackNameOf(options)} does not contain the service.`);
  const prefix = prefixOf(found);
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

const prefixOf = (name: string): string => name.slice(0, -'BaseUrl'.length);
