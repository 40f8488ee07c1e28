/** Runs the service from a checkout or from the published package, until it is stopped. */
import { appendFileSync } from 'node:fs';
import { Activity } from './activity.ts';
import { reportOf } from './explained-errors.ts';
import { startLocalIssuer, usesLocalIssuer } from './issuer/local-issuer.ts';
import type { Outputs } from './outputs-file.ts';
import { writeOutputs } from './outputs-file.ts';
import { RunnerError } from './runner-error.ts';
import { RunnerFolder } from './runner-folder.ts';
import { EdgeServer } from './edge/edge-server.ts';
import { runStack, type RunningStack } from './run-stack.ts';
import { RunningServices, type Service } from './running-services.ts';
import { DEFAULT_FOLDER, type RunnerSettings } from './runner-settings.ts';
import type { Wording } from './start-command.ts';
import { Steps } from './steps.ts';
import type { Assembly, ValuesOfStart } from './synthesis/assembly-of-start.ts';
import type { FunctionCode } from './synthesis/function-code.ts';

/** The parts of the runner that differ between a checkout and the published package. */
export interface ServiceSource {
  /** Replaces the command name in messages with the command that the user typed. */
  readonly wording: Wording;
  /** Version of the service, such as `1.0.0`. */
  readonly version: string;
  /** Reads options and environment variables. */
  readonly settings: () => RunnerSettings;
  /** Writes the cloud assembly for this start to `outdir`. */
  readonly assembly: (
    settings: RunnerSettings,
    outdir: string,
    values: ValuesOfStart,
    steps: Steps,
  ) => Promise<Assembly & Partial<Service>>;
  /** Starts watching the source files. Absent if there are none. */
  readonly watch?: (settings: RunnerSettings) => Watching;
}

export interface Watching extends Service {
  /** Starts applying code changes. */
  readonly begin?: (code: FunctionCode, stack: RunningStack) => void;
}

interface Started {
  readonly outputs: Outputs;
  readonly code: FunctionCode;
  readonly stack: RunningStack;
  readonly watching: Watching | undefined;
  /** Prints form submissions, e-mails and webhook attempts. Absent with `--quiet`. */
  readonly activity: Activity | undefined;
}

async function start(
  settings: RunnerSettings,
  source: ServiceSource,
  services: RunningServices,
): Promise<Started> {
  const steps = new Steps(settings);
  const folder = services.add(
    await RunnerFolder.open(settings.folder, { fresh: settings.fresh, version: source.version }),
  );
  const watching = source.watch && services.add(source.watch(settings));
  const activity = settings.quiet ? undefined : new Activity(console.log);
  const http = services.add(await EdgeServer.listen(settings.port));
  // Write `outputs.json` before the service reports that it's healthy, because clients read their keys from
  // this file.
  const beHealthy = http.holdBack('/v1/health');
  const onError = (line: string): void => {
    appendFileSync(folder.file('errors.log'), `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
    if (settings.verbose) console.error(line);
  };
  const issuer = usesLocalIssuer(settings.context)
    ? services.add(await startLocalIssuer(folder, { serviceUrl: http.endpoint, onError }))
    : undefined;
  const assembly = await source.assembly(settings, folder.file('cdk.out'), { issuer: issuer?.url }, steps);
  services.add({ stop: async () => assembly.stop?.() });
  const stack = services.add(
    await steps.run('Starting DynamoDB, S3, SQS and the functions', () =>
      runStack({
        ...assembly,
        folder,
        http,
        onError,
        dynamodbEndpoint: settings.dynamodbEndpoint,
        ttlSweepMilliseconds: settings.ttlSweepMilliseconds,
        concurrency: settings.concurrency,
        timeScale: settings.timeScale,
        batchingSeconds: settings.batchingSeconds,
        storeFaults: settings.storeFaults,
        usageFolder: settings.usageFolder,
        activity,
      }),
    ),
  );
  assembly.noteRun();
  const outputs = await steps.run('Preparing the demo account', () =>
    writeOutputs(folder, stack, http.endpoint, { empty: settings.empty, issuer: issuer?.url }),
  );
  beHealthy();
  return { outputs, code: assembly.code, stack, watching, activity };
}

function announcement(outputs: Outputs, folder: string, milliseconds: number): string {
  const { base_url, form, issuer } = outputs;
  const lines = [
    ['management key', outputs.management_key],
    ['submission key', outputs.submission_key],
    ...(form ? [['form', `${form.slug} (${form.id})`]] : []),
    ...(issuer === undefined
      ? []
      : [['console', `${base_url}/console (sign in as owner, editor or viewer, with one click)`]]),
    ['e-mails', `${base_url}/mail (none of them leave this machine)`],
  ];
  const next = form
    ? `Try it:
  curl -sS -X POST ${base_url}/v1/f/${form.slug} -d name=Ada -d email=ada@example.com`
    : `There are no forms yet. Create your first one in the console.`;
  return `
  Running at ${base_url} (ready in ${(milliseconds / 1000).toFixed(1)} s)

${lines.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`).join('\n')}

  ${next}

  Data and logs are stored in ${folder}. Press Ctrl-C to stop. To start over, run npm start -- --fresh${folder === DEFAULT_FOLDER ? '' : ' with the same SVC_LOCAL_DIR'}.
`;
}

/**
 * Stops the process when it receives a signal. The first signal stops the services, and the second terminates
 * the process immediately.
 * @returns a function that returns true once a signal has been received
 */
function stopOnSignal(services: RunningServices): () => boolean {
  let since: number | undefined;
  const stop = (): void => {
    // Ctrl-C can deliver the signal twice: from the terminal, and forwarded by npm or tsx.
    if (since !== undefined && Date.now() - since < 500) return;
    if (since !== undefined) process.exit(1);
    since = Date.now();
    services.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  // On Windows, Ctrl-C sends SIGINT, and closing the window sends SIGHUP.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // npm runs this program in a shell that exits without forwarding the signal. Detect this by the parent's
  // process ID, which then changes (except on Windows).
  if (['start', 'npx'].includes(process.env['npm_lifecycle_event'] ?? '')) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && since === undefined && stop(), 500).unref();
  }
  return () => since !== undefined;
}

/** Starts the service, and keeps it running until a signal stops the process. */
export async function runService(source: ServiceSource): Promise<void> {
  const { wording } = source;
  const report = (error: unknown): void => {
    const lines = reportOf(error);
    console.error(typeof lines === 'string' ? wording(lines) : lines);
  };
  let hasFailed = false;
  const fail = (error: unknown): void => {
    // Only report the first failure, because later ones are usually consequences of it.
    if (!hasFailed) report(error);
    hasFailed = true;
  };
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit(1);
  });
  // Keep the service running after its output is closed, as in `npm start | head`.
  process.stdout.on('error', () => undefined);
  const services = new RunningServices();
  const isStopping = stopOnSignal(services);
  try {
    const settings = source.settings();
    const { outputs, code, stack, watching, activity } = await start(settings, source, services);
    console.log(wording(announcement(outputs, settings.folder, performance.now())));
    activity?.begin();
    watching?.begin?.(code, stack);
    await code.complete().catch((error: unknown) => {
      // Ctrl-C also stops the bundling process, which is not an error.
      if (isStopping()) return;
      report(error);
      report(
        new RunnerError(
          'the service keeps running; functions that are not bundled respond with 500 until the next start',
        ),
      );
    });
  } catch (error) {
    fail(error);
    // Ignore errors while stopping, because they usually have the same cause as the first error.
    await services.stop().catch(() => undefined);
    process.exit(1);
  }
}
