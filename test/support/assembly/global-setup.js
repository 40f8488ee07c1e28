/**
 * Synthesises the stack once for all tests, in a process of its own: they make their tables of this template, so
 * that what is tested is what is deployed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function globalSetup() {
  const assembly = mkdtempSync(join(tmpdir(), 'svc-test-assembly-'));
  const { status, stderr } = spawnSync('npx', ['tsx', 'test/support/assembly/synthesise.ts', assembly], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The stack cannot be synthesised:\n${stderr}`);
  process.env.SVC_TEST_ASSEMBLY = assembly;
  // That one was held against CloudFormation's rules, which takes seconds; stacks that a test makes are not.
  process.env.CDK_VALIDATION = 'false';
  // Handlers that a test calls in its own process; those of a service write to its folder as ever.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
}
