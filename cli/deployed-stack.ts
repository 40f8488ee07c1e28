/** Which deployed stack the operator means, and which of its outputs are those of the service. */
import { ServiceNotFound } from './operator-errors.ts';

/** What names a deployed service: its stage, or the stack of a team in which it is. */
export interface StackOptions {
  readonly stage: string;
  /** `website`, or `website/Forms` in a stack with several services. */
  readonly stack?: string;
}

export function stackNameOf({ stage, stack }: StackOptions): string {
  return stack?.split('/', 1)[0] ?? `svc-forms-${stage}`;
}

/**
 * The outputs of the service under their own names. In a team's stack the id of the construct stands before these:
 * `FormsBaseUrl`.
 * @throws ServiceNotFound when the stack has no service, or several and none is named
 */
export function outputsOfService(
  outputs: Readonly<Record<string, string>>,
  options: StackOptions,
): Record<string, string> {
  const { stack = '' } = options;
  const found = Object.keys(outputs)
    .filter((name) => name.endsWith('BaseUrl'))
    .map((name) => name.slice(0, -'BaseUrl'.length));
  const named = stack.includes('/') ? stack.slice(stack.indexOf('/') + 1) : undefined;
  const [prefix, ...others] = named === undefined ? found : found.filter((each) => each === named);
  if (prefix === undefined || others.length > 0) {
    const has = found.length === 0 ? 'no service' : found.join(', ');
    throw new ServiceNotFound(
      `The stack ${stackNameOf(options)} has ${has}: --stack <stack>/<id> names one.`,
    );
  }
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}
