/** Defines the options of `npm start`. */
import { Command } from 'commander';
import { inCheckout, type Wording } from './start-command.ts';

export interface RunnerOptions {
  /** Empties the runner's folder first. */
  readonly fresh: boolean;
  /** On the first start, creates the demo account without forms and demo data. */
  readonly empty: boolean;
  /** Reloads changed functions, pages and console files while the service runs. */
  readonly watch: boolean;
  /** Prints only the address, the keys and any problems. */
  readonly quiet: boolean;
  /** Prints each failed invocation. */
  readonly verbose: boolean;
}

const VARIABLES = `
Environment variables:
  PORT               port of the service; 0 takes any free one (default: 8787)
  SVC_LOCAL_DIR      folder for all data and logs (default: .local)
  SVC_SETTINGS       stage settings as JSON, for example {"spamRetentionDays":7}
  SVC_TIME_SCALE     divides the waits between webhook attempts, and the lifetimes of agents'
                     subscriptions, by this number
  SVC_BATCHING_SECONDS  longest batching window of the streams, in seconds (default: 1)
  SVC_TTL_SECONDS    seconds between sweeps for expired items (default: 60)
  SVC_CONCURRENCY    concurrent invocations in the whole account (default: 1000)
  SVC_STORE_FAULTS   share of DynamoDB requests that randomly fail, from 0 to 0.9
  SVC_IAM_USAGE      folder for a record of granted and used permissions
  DYNAMODB_ENDPOINT  DynamoDB Local to use instead of the emulator
`;

/**
 * Parses the options. For `--help`, prints the help and exits. For unknown options or arguments, prints an
 * error and exits.
 */
export function readOptions(args: readonly string[], wording: Wording = inCheckout): RunnerOptions {
  const given = new Command(wording('npm start --'))
    .usage('[options]')
    .description('Runs the whole service on this machine, without AWS and without Docker.')
    .option('--fresh', 'delete all local data and start over')
    .option('--empty', 'create the demo account without forms and demo data')
    .option('--watch', 'reload changed functions, pages and console files')
    .option('--quiet', 'print only the address, the keys and problems')
    .option('--verbose', 'print each failed invocation')
    .helpOption('--help', 'print this help')
    .addHelpText('after', VARIABLES)
    .allowExcessArguments(false)
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, wording('npm start: '))),
    })
    .showHelpAfterError(wording('npm start: "npm start -- --help" lists all options'))
    .parse(args, { from: 'user' })
    .opts<Partial<RunnerOptions>>();
  return { fresh: false, empty: false, watch: false, quiet: false, verbose: false, ...given };
}
