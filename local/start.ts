/** Synthesizes the service's CDK app and runs its template locally. */
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Activity } from './activity.ts';
import { startLocalIssuer, usesLocalIssuer } from './issuer/local-issuer.ts';
import type { Outputs } from './outputs-file.ts';
import { writeOutputs } from './outputs-file.ts';
import { RunnerError } from './runner-error.ts';
import { RunnerFolder } from './runner-folder.ts';
import { EdgeServer } from './edge/edge-server.ts';
import { runStack, type RunningStack } from './run-stack.ts';
import { RunningServices } from './running-services.ts';
import type { RunnerSettings } from './runner-settings.ts';
import { readSettings } from './runner-settings.ts';
import { Steps } from './steps.ts';
import type { FunctionCode } from './synthesis/function-code.ts';
import { announceChanges, Reloading } from './watch/reload.ts';
import { synthesise } from './synthesis/synthesise.ts';

interface Started {
  readonly outputs: Outputs;
  readonly code: FunctionCode;
  readonly stack: RunningStack;
  /** Reloads changed functions. Absent without `--watch`. */
  readonly reloading: Reloading | undefined;
  /** Prints form submissions, e-mails and webhook attempts. Absent with `--quiet`. */
  readonly activity: Activity | undefined;
}

async function start(settings: RunnerSettings, services: RunningServices): Promise<Started> {
  const steps = new Steps(settings);
  const folder = services.add(await RunnerFolder.open(settings.folder, { fresh: settings.fresh }));
  const reloading = settings.watch ? services.add(new Reloading(console.log)) : undefined;
  if (!reloading) services.add(announceChanges(console.log));
  const activity = settings.quiet ? undefined : new Activity(console.log);
  const http = services.add(await EdgeServer.listen(settings.port));
  // The service must not report healthy until `outputs.json` contains the keys.
  const beHealthy = http.holdBack('/v1/health');
  const onError = (line: string): void => {
    appendFileSync(folder.file('errors.log'), `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
    if (settings.verbose) console.error(line);
  };
  const issuer = usesLocalIssuer(settings.context)
    ? services.add(await startLocalIssuer(folder, { serviceUrl: http.endpoint, onError }))
    : undefined;
  const assembly = services.add(
    await synthesise(
      settings.context,
      folder.file('cdk.out'),
      {
        // Random, so that local clients can't pretend to be the edge.
        edgeSecret: randomBytes(32).toString('hex'),
        issuer: issuer?.url,
      },
      steps,
    ),
  );
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
  return { outputs, code: assembly.code, stack, reloading, activity };
}

function announce(outputs: Outputs, folder: string, milliseconds: number): void {
  console.log(`
  Running at ${outputs.base_url} (ready in ${(milliseconds / 1000).toFixed(1)} s)

  management key  ${outputs.management_key}
  submission key  ${outputs.submission_key}
  form            ${outputs.form.slug} (${outputs.form.id})
${outputs.issuer === undefined ? '' : `  console         ${outputs.base_url}/console (sign in as owner, editor or viewer, with one click)\n`}
  Try it:
  curl -sS -X POST ${outputs.base_url}/v1/f/${outputs.form.slug} -d name=Ada -d email=ada@example.com

  Data and logs are stored in ${folder}. Press Ctrl-C to stop. To start over, run npm start -- --fresh.
`);
}

function report(error: unknown): void {
  console.error(error instanceof RunnerError ? error.message.replace(/^/gm, 'npm start: ') : error);
}

/**
 * Ends the process when it receives a signal: gracefully the first time, immediately the second time.
 * @returns a function that returns true if there was a signal
 */
function stopOnSignal(services: RunningServices): () => boolean {
  let since: number | undefined;
  const stop = (): void => {
    // One Ctrl-C can send the signal twice: from the terminal, and forwarded by npm or tsx.
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return () => since !== undefined;
}

// Keeps the service running if its output ends, as with `npm start | head`.
process.stdout.on('error', () => undefined);

const services = new RunningServices();
const isStopping = stopOnSignal(services);
try {
  const settings = readSettings(process.argv.slice(2), process.env);
  const { outputs, code, stack, reloading, activity } = await start(settings, services);
  announce(outputs, settings.folder, performance.now());
  activity?.begin();
  reloading?.begin((rebuilt) => {
    code.replace(rebuilt);
    stack.reload();
  });
  await code.complete().catch((error: unknown) => {
    // Ctrl-C also ends the bundling process, so its failure isn't an error.
    if (isStopping()) return;
    report(error);
    console.error(
      'npm start: the service keeps running; functions that are not bundled respond with 500 until the next start',
    );
  });
} catch (error) {
  report(error);
  await services.stop();
  process.exit(1);
}
