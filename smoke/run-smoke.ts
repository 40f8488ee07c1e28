/** Runs the steps of the smoke test against a service, then deletes the forms that they created. */
import { randomBytes } from 'node:crypto';
import { checkedFetch } from './contract/checked-fetch.ts';
import { latencyOf, type Latency } from './latency.ts';
import { isThisMachine, prepareSmoke, type Prepared } from './prepare-smoke.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { serviceClient } from './service-client.ts';
import { CannotStart, StepFailed, StepSkipped } from './smoke-errors.ts';
import { smokeForms, type MadeForm, type SmokeForms } from './smoke-forms.ts';
import type { SmokeAccount, SmokeSettings, SmokeStep } from './smoke-step.ts';
import { smokeSteps } from './smoke-steps.ts';

export interface SmokeOptions extends SmokeSettings {
  readonly url: string;
  readonly key: string | undefined;
  /** Names of the steps to run. Defaults to all steps except slow ones. */
  readonly only?: readonly string[] | undefined;
  /** If true, doesn't delete the forms that the steps created. */
  readonly keep: boolean;
  /**
   * Public URL that forwards requests to `receiverPort` on this machine. Not needed if the service runs on
   * this machine.
   */
  readonly receiver?: string | undefined;
  readonly receiverPort: number;
  /** When aborted, stops the current step and deletes the forms that were created. */
  readonly signal: AbortSignal;
  readonly onStart?: (service: Pick<SmokeResult, 'url' | 'account' | 'run'>) => void;
  readonly onStep?: (step: StepResult) => void;
}

export interface StepResult {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly proved: readonly string[];
  /** The reason why the step failed or was skipped. Null if it passed. */
  readonly reason: string | null;
  readonly seconds: number;
  /** Latency of the step's requests. Null if the step sent no requests. */
  readonly latency_ms: Latency | null;
}

export interface SmokeResult {
  readonly url: string;
  readonly account: Pick<SmokeAccount, 'id' | 'name' | 'plan'>;
  /** Unique name of this run, which the names of all its forms contain. */
  readonly run: string;
  readonly passed: boolean;
  /** Number of responses that were checked against the service's OpenAPI document. */
  readonly checked_responses: number;
  readonly steps: readonly StepResult[];
  readonly made: readonly MadeForm[];
  /** The forms that still exist because of `--keep`, or because they couldn't be deleted. */
  readonly left: readonly MadeForm[];
}

/**
 * Runs the steps in sequence. Deletes the forms that they created, even after a failure or an interruption.
 * @throws CannotStart if no step could run
 */
export async function runSmoke(options: SmokeOptions): Promise<SmokeResult> {
  const prepared = await prepareSmoke(options.url, options.key, options.signal);
  const { baseUrl, account } = prepared;
  const key = options.key ?? '';
  const run = randomBytes(4).toString('hex');
  options.onStart?.({ url: baseUrl, account, run });
  const forms = smokeForms(run, { baseUrl, key });
  const receiver = await receiverFor(baseUrl, options);
  const steps: StepResult[] = [];
  let checked = 0;
  const counting = { ...prepared, key, forms, receiver, options, onResponse: () => void (checked += 1) };
  let left: readonly MadeForm[] = [];
  try {
    for (const step of smokeSteps.filter(({ name }) => options.only?.includes(name) ?? true)) {
      const result = await runStep(step, counting);
      steps.push(result);
      options.onStep?.(result);
    }
  } finally {
    left = options.keep ? forms.made : await forms.deleteAll();
    await receiver?.stop();
  }
  const { id, name, plan } = account;
  return {
    url: baseUrl,
    account: { id, name, plan },
    run,
    passed:
      steps.every(({ status }) => status !== 'failed') &&
      (options.keep || left.length === 0) &&
      !options.signal.aborted,
    checked_responses: checked,
    steps,
    made: forms.made,
    left,
  };
}

/** Starts the webhook receiver if the service can reach this machine. */
async function receiverFor(
  baseUrl: string,
  { receiver, receiverPort }: Pick<SmokeOptions, 'receiver' | 'receiverPort'>,
): Promise<Receiver | undefined> {
  if (receiver === undefined) return isThisMachine(new URL(baseUrl)) ? startReceiver() : undefined;
  if (!URL.canParse(receiver))
    throw new CannotStart(`"${receiver}" is not a URL. Example: https://hooks.example.com`);
  try {
    return await startReceiver(receiver, receiverPort);
  } catch (cause) {
    throw new CannotStart(`Port ${receiverPort} is taken. Use another --receiver-port.`, { cause });
  }
}

interface StepDeps extends Prepared {
  readonly key: string;
  readonly forms: SmokeForms;
  readonly receiver: Receiver | undefined;
  readonly options: SmokeOptions;
  readonly onResponse: () => void;
}

async function runStep(step: SmokeStep, deps: StepDeps): Promise<StepResult> {
  const { baseUrl, contract, account, key, forms, receiver, options, onResponse } = deps;
  const { signal, missed, slowSeconds } = options;
  const proved: string[] = [];
  const durations: number[] = [];
  const measure = (milliseconds: number): void => {
    durations.push(milliseconds);
    onResponse();
  };
  const client = serviceClient({ request: checkedFetch(baseUrl, contract), key, signal, measure });
  const started = performance.now();
  const outcome = await outcomeOf(step, options, () =>
    step.run({
      baseUrl,
      account,
      client,
      contract,
      receiver,
      signal,
      missed,
      slowSeconds,
      measure,
      newForm: (purpose, settings) => forms.create(client, purpose, settings),
      proved: (what) => void proved.push(what),
    }),
  );
  return {
    name: step.name,
    ...outcome,
    proved,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    latency_ms: latencyOf(durations) ?? null,
  };
}

async function outcomeOf(
  { isSlow, name }: SmokeStep,
  { only, signal }: SmokeOptions,
  run: () => Promise<void>,
): Promise<Pick<StepResult, 'status' | 'reason'>> {
  if (isInterrupted(signal)) return { status: 'skipped', reason: 'the smoke test was interrupted' };
  if (isSlow && !only) return { status: 'skipped', reason: `it takes minutes. Run it with --only ${name}` };
  try {
    await run();
    return { status: 'passed', reason: null };
  } catch (error) {
    if (isInterrupted(signal)) return { status: 'failed', reason: 'Interrupted.' };
    if (error instanceof StepSkipped) return { status: 'skipped', reason: error.message };
    return { status: 'failed', reason: messageOf(error) };
  }
}

const isInterrupted = (signal: AbortSignal): boolean => signal.aborted;

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StepFailed) return error.message;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.name}: ${error.message}${cause}`;
}
