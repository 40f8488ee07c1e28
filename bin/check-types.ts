/** Checks the types of all projects in this repository. Stops at the first project that has errors. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const COMPILER = join(
  dirname(fileURLToPath(import.meta.resolve('typescript-native/package.json'))),
  'bin/tsc',
);

/** Folders with a `tsconfig.json`. */
const PROJECTS = [
  '.',
  'console',
  'packages/forms',
  'packages/n8n-nodes-svc-forms',
  'packages/zapier',
  'packages/activepieces',
  'test/packages/n8n',
];

for (const project of PROJECTS) {
  const kept = `node_modules/.cache/check/types-${project.replaceAll('/', '-')}.tsbuildinfo`;
  const options = ['--singleThreaded', '--noEmit', '--incremental', '--tsBuildInfoFile', kept, '-p', project];
  const { status } = spawnSync(process.execPath, [COMPILER, ...options], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
