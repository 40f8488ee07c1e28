/** Which deployed stack the operator means, and which of its outputs are those of the service. */
import { ServiceNotFound } from './operator-errors.ts';

/** What names a deployed service: its stage, or the stack of a team in which it is. */
export interface StackOptions {
  readonly stage: string;
  readonly stack?: string;
}

export function stackNameOf({ stage, stack }: StackOptions): string {
  return stack ?? `svc-forms-${stage}`;
}

/**
 * The outputs of the service under their own names. In a team's stack the id of the construct stands before these:
 * `FormsBaseUrl`. A stack has no room for two services.
 * @throws ServiceNotFound when the stack has no service
 */
export function outputsOfService(
  outputs: Readonly<Record<string, string>>,
  options: StackOptions,
): Record<string, string> {
  const found = Object.keys(outputs).find(
    (name) => /BaseUrl$/.test(name) && `${prefixOf(name)}Plans` in outputs,
  );
  if (found === undefined)
    throw new ServiceNotFound(`The stack ${stackNameOf(options)} has no service in it.`);
  const prefix = prefixOf(found);
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

const prefixOf = (name: string): string => name.slice(0, -'BaseUrl'.length);
