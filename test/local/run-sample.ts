/**
 * Runs the sample app in a separate process that tests can kill: `node run-sample.ts <folder> <receiver>`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { RunnerFolder } from '../../local/runner-folder.ts';
import { EdgeServer } from '../../local/edge/edge-server.ts';
import { runStack } from '../../local/run-stack.ts';

const [directory = '', receiver = ''] = process.argv.slice(2);
const synthesised = { assembly: path.join(directory, 'cdk.out'), stackName: 'sample' };
const assembly = existsSync(synthesised.assembly) ? synthesised : await synthesise();
const folder = await RunnerFolder.open(path.join(directory, 'state'));
const http = await EdgeServer.listen(0);
const { outputs, endpoints } = await runStack({ ...assembly, folder, http, onError: console.error });
console.log(JSON.stringify({ url: http.endpoint, outputs, endpoints }));

/** Synthesizes only once for all starts, because loading the CDK library takes most of the time. */
async function synthesise(): Promise<typeof synthesised> {
  const { synthesiseSample } = await import('./sample-app.ts');
  return synthesiseSample(directory, receiver);
}
