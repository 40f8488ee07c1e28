/**
 * Checks the stack against CloudFormation's rules, as `cdk synth` and `cdk deploy` do. Also checks it with
 * every setting turned on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

it("violates none of CloudFormation's rules", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-validated-'));
  const { CDK_VALIDATION: _, ...env } = process.env;
  const script = 'test/support/assembly/synthesise.ts';
  const program = [
    '--disable-warning=ExperimentalWarning',
    script,
    join(folder, 'assembly'),
    'everything-on',
  ];
  const child = spawn(process.execPath, program, {
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(`The stack can't be synthesized:\n${said}`);
}, 120_000);
