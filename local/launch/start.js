/**
 * Entry point of `npm start`. It's plain JavaScript, so that a Node version that is too old for the runner
 * can still run it and print an error.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The runner and the CDK app are loaded from TypeScript, which Node supports from version 22.18.
if (!process.features.typescript) {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  console.error(
    `npm start: requires Node ${engines.node.replace('>=', '')} or later, but this is ${process.version}`,
  );
  process.exit(1);
}

// `npm start` gives V8 a single background thread, because the service has several threads itself. With V8's
// usual four, a machine with two cores takes up to a tenth fewer submissions.
//
// It also limits the memory for this thread's short-lived objects. The runner's other threads have their own
// limits, which V8 would ignore if this flag was still set.
setFlagsFromString('--max-semi-space-size=0');

// Runs in a separate, short-lived process, because loading TypeScript takes 36 MB of memory that the runner
// would otherwise keep.
const launch = fork(fileURLToPath(new URL('./launch.ts', import.meta.url)), process.argv.slice(2), {
  execArgv: ['--disable-warning=ExperimentalWarning'],
  // Node caches the compiled code of unchanged TypeScript files in this folder.
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
    ...process.env,
  },
});
let program;
launch.once('message', (message) => (program = message));
launch.once('exit', (code) => {
  // The launcher has already printed the help or an error message.
  if (program === undefined) process.exit(code ?? 1);
  void import(pathToFileURL(program).href);
});
