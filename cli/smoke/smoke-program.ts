/** Defines `svc-forms smoke`, which tests a deployed stage through its public API. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { runSmoke } from '../../smoke/run-smoke.ts';
import { smokeSteps } from '../../smoke/smoke-steps.ts';
import { columns, group, print, wholeNumber, type Terminal } from '../command-line.ts';
import { SmokeFailed } from '../operator-errors.ts';
import { startLines, stepLines, summaryLines } from './smoke-report.ts';

/** Default port that `--receiver` must forward requests to. */
const RECEIVER_PORT = 8788;
/**
 * Duration of the slow upload, which is almost five minutes. The timeouts of CloudFront and the streaming
 * function must be longer.
 */
const SLOW_SECONDS = 295;

interface Options {
  readonly url: string;
  readonly key?: string;
  readonly only?: readonly string[];
  readonly keep?: true;
  readonly receiver?: string;
  readonly receiverPort: number;
  readonly missed: number;
  readonly slowSeconds: number;
  readonly json?: true;
}

/**
 * Creates the program, which writes its output to `terminal`.
 * @param interruption returns a signal that is aborted when the operator presses Ctrl-C
 */
export function smokeProgram(terminal: Terminal, interruption = untilInterrupted): Command {
  return group(
    terminal,
    'smoke',
    'Test a deployed stage through its public API: submissions, files, webhooks, e-mails and sign-in',
  )
    .requiredOption('--url <url>', 'Address of the service, for example https://forms.example.com')
    .addOption(new Option('--key <key>', 'Management key of an account for tests').env('SVC_SMOKE_KEY'))
    .option('--only <step...>', 'Run only these steps', stepArgument)
    .option('--keep', "Don't delete the forms that the test created")
    .option('--receiver <url>', 'Public https URL that forwards to --receiver-port on this machine')
    .option('--receiver-port <port>', 'Port on 127.0.0.1 for webhooks', wholeNumber, RECEIVER_PORT)
    .option(
      '--missed <count>',
      'Number of deliveries that should fail in the "recovery" step',
      wholeNumber,
      200,
    )
    .option('--slow-seconds <seconds>', 'Duration of "slow-post"', wholeNumber, SLOW_SECONDS)
    .option('--json', 'Print JSON')
    .addHelpText('after', () => `\nSteps:\n${stepList()}`)
    .action(async ({ json, keep, key, only, receiver, ...options }: Options) => {
      const say = (lines: readonly string[]): void => {
        if (!json) print(terminal, {}, undefined, lines);
      };
      using interrupted = interruption(terminal);
      const result = await runSmoke({
        ...options,
        key,
        only,
        keep: keep ?? false,
        receiver,
        signal: interrupted.signal,
        onStart: (service) => say(startLines(service)),
        onStep: (step) => say(stepLines(step)),
      });
      print(terminal, { ...(json && { json }) }, result, summaryLines(result));
      if (!result.passed) throw new SmokeFailed(result.url);
    });
}

const names = (): string[] => smokeSteps.map(({ name }) => name);

const stepList = (): string =>
  columns(smokeSteps.map(({ name, description }) => [`  ${name}`, description]))
    .map((line) => `${line}\n`)
    .join('');

function stepArgument(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!names().includes(text)) throw new InvalidArgumentError(`Must be one of ${names().join(', ')}.`);
  return [...(before ?? []), text];
}

interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** Aborts the signal on the first Ctrl-C. A second Ctrl-C ends the process immediately. */
function untilInterrupted({ err }: Terminal): Interruption {
  const controller = new AbortController();
  const stop = (): void => {
    err('Stopping and deleting everything that was created. Press Ctrl-C again to keep it.\n');
    controller.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
