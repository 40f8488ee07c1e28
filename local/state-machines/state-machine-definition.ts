/** Checks Amazon States Language definitions for features that the local runner would execute incorrectly. */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';

/** The fields of an Amazon States Language definition that the runner itself reads. */
export interface Definition {
  readonly StartAt: string;
  readonly States: Record<string, State>;
}

export type State = Record<string, unknown> & { readonly Type: string };

const machine = z.looseObject({
  StartAt: z.string(),
  States: z.record(z.string(), z.looseObject({ Type: z.string() })),
});

const flow = ['Type', 'Comment', 'QueryLanguage', 'InputPath', 'OutputPath', 'Next', 'End'];
const result = ['Parameters', 'ResultSelector', 'ResultPath', 'Retry', 'Catch'];

/** Fields of each state type that aws-local-stepfunctions supports. It silently ignores all others. */
const knownFields: Record<string, readonly string[]> = {
  Task: [...flow, ...result, 'Resource', 'TimeoutSeconds', 'TimeoutSecondsPath'],
  Wait: [...flow, 'Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath'],
  Choice: [...flow, 'Choices', 'Default'],
  Pass: [...flow, 'Parameters', 'Result', 'ResultPath'],
  Succeed: flow,
  Fail: ['Type', 'Comment', 'QueryLanguage', 'Error', 'Cause', 'ErrorPath', 'CausePath'],
  Parallel: [...flow, ...result, 'Branches'],
  Map: [
    ...flow,
    ...result,
    'ItemProcessor',
    'Iterator',
    'ItemSelector',
    'ItemsPath',
    'MaxConcurrency',
    'MaxConcurrencyPath',
  ],
};
const knownMachineFields = [
  'StartAt',
  'States',
  'Comment',
  'Version',
  'TimeoutSeconds',
  'QueryLanguage',
  'ProcessorConfig',
];

const LAMBDA_INVOKE = 'arn:aws:states:::lambda:invoke';
const SEND_MESSAGE = 'arn:aws:states:::sqs:sendMessage';
/** SQS message parameters that state machines can use locally. */
const MESSAGE_PARAMETERS = ['QueueUrl', 'MessageBody', 'MessageGroupId'];
/** Maximum delay of Node's timers (2^31 ms, 24.8 days). Step Functions can wait for up to a year. */
const MAX_TIMER_SECONDS = 2_147_483;

/**
 * Checks a definition for features that the local Step Functions would execute incorrectly or not at all.
 * @throws RunnerError that names the state and the feature
 */
export function checkDefinition(value: unknown, name: string): Definition {
  const parsed = machine.safeParse(value);
  if (!parsed.success) throw new RunnerError(`${name}: the definition must have StartAt and States`);
  const unsupported = (what: string): never => {
    throw new RunnerError(`${name} uses ${what}, which the local runner does not support`);
  };
  for (const field of Object.keys(parsed.data)) {
    if (!knownMachineFields.includes(field)) unsupported(field);
  }
  checkLanguage(parsed.data, unsupported);
  const processor = parsed.data['ProcessorConfig'] as { Mode?: unknown } | undefined;
  if (processor !== undefined && processor.Mode !== 'INLINE') unsupported('a distributed Map');
  for (const [stateName, state] of Object.entries(parsed.data.States)) {
    const here = (what: string): never => unsupported(`${what} in state ${stateName}`);
    checkState(state, here);
    const nested = [
      state['ItemProcessor'],
      state['Iterator'],
      ...((state['Branches'] as unknown[] | undefined) ?? []),
    ];
    for (const inner of nested) if (inner !== undefined) checkDefinition(inner, `${name}.${stateName}`);
  }
  return parsed.data;
}

function checkState(state: State, unsupported: (what: string) => never): void {
  const known = knownFields[state.Type] ?? unsupported(`the state type ${state.Type}`);
  checkLanguage(state, unsupported);
  for (const field of Object.keys(state)) if (!known.includes(field)) unsupported(field);
  if (state.Type === 'Task') {
    const resource = String(state['Resource']);
    if (![LAMBDA_INVOKE, SEND_MESSAGE].includes(resource) && !resource.startsWith('arn:aws:lambda:'))
      unsupported(`the resource ${resource}`);
    if (resource === SEND_MESSAGE) {
      for (const name of Object.keys((state['Parameters'] as object | undefined) ?? {}))
        if (!MESSAGE_PARAMETERS.includes(name.replace(/\.\$$/, ''))) unsupported(`the parameter ${name}`);
    }
  }
  if (Number(state['Seconds'] ?? 0) > MAX_TIMER_SECONDS) unsupported('a wait of more than 24 days');
  // Matches unsupported fields of the context object. Locally, it only contains the execution, the state
  // machine and the current map item.
  const context =
    /"\$\$\.(?!Execution\.(?:Id|Input|Name|RoleArn|StartTime)|StateMachine\.|Map\.)([^"]*)/.exec(
      JSON.stringify({ ...state, ItemProcessor: undefined, Iterator: undefined, Branches: undefined }),
    );
  if (context) unsupported(`$$.${context[1] ?? ''}`);
}

/** Rejects JSONata definitions, because the library accepts them but executes them incorrectly. */
function checkLanguage(part: Record<string, unknown>, unsupported: (what: string) => never): void {
  const language = part['QueryLanguage'] ?? 'JSONPath';
  if (language !== 'JSONPath') unsupported(`QueryLanguage ${JSON.stringify(language)}`);
}

/**
 * Returns all Task states in a definition by name, including nested ones. Names are unique in a state
 * machine.
 */
export function tasksOf(definition: Definition): Map<string, State> {
  const tasks = new Map<string, State>();
  for (const [name, state] of Object.entries(definition.States)) {
    if (state.Type === 'Task') tasks.set(name, state);
    const nested = [
      state['ItemProcessor'],
      state['Iterator'],
      ...((state['Branches'] as unknown[] | undefined) ?? []),
    ];
    for (const inner of nested) {
      if (inner !== undefined)
        for (const [task, found] of tasksOf(inner as Definition)) tasks.set(task, found);
    }
  }
  return tasks;
}

/**
 * Returns true if the task uses the optimized Lambda integration, with `FunctionName` and `Payload` in its
 * input.
 */
export function isLambdaInvoke(task: State): boolean {
  return task['Resource'] === LAMBDA_INVOKE;
}

/** Returns true if the task sends a message to a queue, with `QueueUrl` and `MessageBody` in its input. */
export function isSendMessage(task: State): boolean {
  return task['Resource'] === SEND_MESSAGE;
}

/**
 * Removes the library's default timeout of 60 seconds, because on AWS a task without a timeout can take any
 * amount of time.
 */
export function withoutDefaultTimeout(definition: Definition): Definition {
  const copy = JSON.parse(JSON.stringify(definition)) as Definition;
  for (const task of tasksOf(copy).values()) {
    if (task['TimeoutSeconds'] === undefined && task['TimeoutSecondsPath'] === undefined) {
      task['TimeoutSeconds'] = MAX_TIMER_SECONDS;
    }
  }
  return copy;
}
