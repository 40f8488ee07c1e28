/** Runs the executions of a state machine from the template. */
import type { StateMachine as Interpreter } from 'aws-local-stepfunctions';
import { randomUUID } from 'node:crypto';
import type { Functions } from '../functions/functions.ts';
import type { LocalFunction } from '../functions/local-function.ts';
import type { Service } from '../running-services.ts';
import type { SqsEmulator } from '../sqs/sqs-emulator.ts';
import {
  isLambdaInvoke,
  isSendMessage,
  tasksOf,
  withoutDefaultTimeout,
  type Definition,
  type State,
} from './state-machine-definition.ts';
import { fireForPassedMoments } from './passed-moments.ts';
import type { Execution, ExecutionEnd, ExecutionJournal } from './execution-journal.ts';

type JsonValue = Parameters<Interpreter['run']>[0];
type TaskHandler = (input: JsonValue) => Promise<JsonValue>;

/** The resources that tasks can use. */
export interface TaskTargets {
  readonly functions: Functions;
  readonly sqs: Pick<SqsEmulator, 'queueAt'>;
}

/** Called with every execution when it ends. */
export type OnEnd = (execution: Execution) => void;

/**
 * A state machine from the template, which runs executions and stores them in the journal. Executions that
 * were running when the runner exited restart from the first state with the same input. Step Functions would
 * resume them where they stopped. Tasks must therefore be idempotent, as with at-least-once delivery.
 */
export class StateMachine implements Service {
  readonly arn: string;
  readonly name: string;
  readonly #interpreter: Interpreter;
  readonly #handlers: Record<string, TaskHandler>;
  readonly #journal: ExecutionJournal;
  readonly #onEnd: OnEnd;
  readonly #abort = new Map<string, () => void>();
  #stopped = false;

  private constructor(
    identity: { arn: string; name: string },
    interpreter: Interpreter,
    handlers: Record<string, TaskHandler>,
    journal: ExecutionJournal,
    onEnd: OnEnd,
  ) {
    this.arn = identity.arn;
    this.name = identity.name;
    this.#interpreter = interpreter;
    this.#handlers = handlers;
    this.#journal = journal;
    this.#onEnd = onEnd;
  }

  /**
   * Loads a state machine.
   * @param isValid skips validation, which takes a sixth of a second for the first definition
   */
  static async load(
    identity: { arn: string; name: string },
    { definition, isValid }: { readonly definition: Definition; readonly isValid: boolean },
    targets: TaskTargets,
    journal: ExecutionJournal,
    onEnd: OnEnd,
  ): Promise<StateMachine> {
    fireForPassedMoments();
    const { StateMachine: Library } = await import('aws-local-stepfunctions');
    type LibraryDefinition = ConstructorParameters<typeof Library>[0];
    const interpreter = new Library(withoutDefaultTimeout(definition) as unknown as LibraryDefinition, {
      validationOptions: { noValidate: isValid },
    });
    const handlers = Object.fromEntries(
      [...tasksOf(definition)].map(([name, task]) => [name, taskHandler(task, targets, identity.name)]),
    );
    return new StateMachine(identity, interpreter, handlers, journal, onEnd);
  }

  /** Returns the ARN of the execution with this name. */
  executionArn(name: string): string {
    return `${this.arn.replace(':stateMachine:', ':execution:')}:${name}`;
  }

  /**
   * Starts an execution. Like a Standard state machine, returns a running execution with the same name and
   * input if there is one. Returns `undefined` (`ExecutionAlreadyExists`) if any other execution has the
   * name.
   */
  start(name: string, input: string): Execution | undefined {
    const executionArn = this.executionArn(name);
    const present = this.#journal.get(executionArn);
    if (present !== undefined)
      return present.status === 'RUNNING' && present.input === input ? present : undefined;
    const started = { executionArn, stateMachineArn: this.arn, name, input, startedAt: Date.now() };
    this.#journal.insert(started);
    const execution = {
      ...started,
      status: 'RUNNING',
      stoppedAt: null,
      output: null,
      error: null,
      cause: null,
    } as const;
    this.#run(execution);
    return execution;
  }

  /**
   * Restarts executions that were running when the runner exited.
   * @returns the number of restarted executions
   */
  resume(): number {
    const running = this.#journal.list(this.arn, 'RUNNING', -1);
    for (const execution of running) this.#run(execution);
    return running.length;
  }

  /** Ends a running execution with the status `ABORTED`. Does nothing if the execution has already ended. */
  abort(execution: Execution, error: string | null, cause: string | null): void {
    if (execution.status !== 'RUNNING') return;
    const interrupt = this.#abort.get(execution.executionArn);
    this.#end(execution, { status: 'ABORTED', stoppedAt: Date.now(), output: null, error, cause });
    interrupt?.();
  }

  /** Stops without changing running executions in the journal, so that they can be resumed. */
  stop(): Promise<void> {
    this.#stopped = true;
    for (const abort of this.#abort.values()) abort();
    return Promise.resolve();
  }

  #run(execution: Execution): void {
    const { abort, result } = this.#interpreter.run(JSON.parse(execution.input) as JsonValue, {
      overrides: { taskResourceLocalHandlers: this.#handlers },
      context: {
        Execution: { Id: execution.executionArn, Name: execution.name },
        StateMachine: { Id: this.arn, Name: this.name },
      },
    });
    this.#abort.set(execution.executionArn, abort);
    result
      .then(
        (output): ExecutionEnd => ({ ...ended('SUCCEEDED'), output: JSON.stringify(output) }),
        (thrown: unknown) => failureOf(thrown),
      )
      .then((end) => this.#end(execution, end))
      .catch((error: unknown) =>
        console.error('failed to record the end of an execution', execution.executionArn, error),
      );
  }

  #end(execution: Execution, end: ExecutionEnd): void {
    // Ignore the result if the execution has already ended, or was interrupted because the runner is
    // stopping.
    if (this.#stopped || !this.#abort.delete(execution.executionArn)) return;
    // If the runner is killed between these two calls, it resumes the execution on the next start, and
    // `onEnd` is called a second time.
    this.#onEnd({ ...execution, ...end });
    this.#journal.finish(execution.executionArn, end);
  }
}

function ended(status: Execution['status']): ExecutionEnd {
  return { status, stoppedAt: Date.now(), output: null, error: null, cause: null };
}

function failureOf(thrown: unknown): ExecutionEnd {
  if (!(thrown instanceof Error))
    return { ...ended('FAILED'), error: 'States.Runtime', cause: String(thrown) };
  if (thrown.name === 'ExecutionAbortedError') return ended('ABORTED');
  if (thrown.name === 'ExecutionTimeoutError') return { ...ended('TIMED_OUT'), error: 'States.Timeout' };
  const reason = thrown.cause instanceof Error ? thrown.cause : thrown;
  return { ...ended('FAILED'), error: reason.name, cause: reason.message };
}

function taskHandler(task: State, { functions, sqs }: TaskTargets, machine: string): TaskHandler {
  if (isSendMessage(task)) {
    return (input) => {
      const { QueueUrl, MessageBody } = input as { QueueUrl: string; MessageBody: JsonValue };
      const body = typeof MessageBody === 'string' ? MessageBody : JSON.stringify(MessageBody);
      sqs.queueAt(QueueUrl, machine).send(body);
      return Promise.resolve({ MessageId: randomUUID(), SdkHttpMetadata: { HttpStatusCode: 200 } });
    };
  }
  if (isLambdaInvoke(task)) {
    return async (input) => {
      const { FunctionName, Payload } = input as { FunctionName: string; Payload?: JsonValue };
      const result = await invoke(functions.find(FunctionName, machine), Payload ?? {});
      return {
        ExecutedVersion: '$LATEST',
        Payload: result,
        SdkHttpMetadata: { HttpStatusCode: 200 },
        SdkResponseMetadata: { RequestId: randomUUID() },
        StatusCode: 200,
      };
    };
  }
  const fn = functions.find(String(task['Resource']), machine);
  fn.warm();
  return (input) => invoke(fn, input);
}

/**
 * Invokes a function. If it fails, throws an error with a name and cause derived from the Lambda error, as
 * Step Functions does. `Retry` and `Catch` match errors by this name.
 */
async function invoke(fn: LocalFunction, input: JsonValue): Promise<JsonValue> {
  const result = await fn.invoke(input);
  if (result.error === undefined) return JSON.parse(result.payload) as JsonValue;
  const error = new Error(JSON.stringify(result.error));
  error.name = result.error.errorType;
  throw error;
}
