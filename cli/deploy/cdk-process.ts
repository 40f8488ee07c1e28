/** Runs the project's CDK command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { OperatorError } from '../operator-errors.ts';

/** Thrown if the project doesn't have the CDK command line. */
export class NoCdk extends OperatorError {
  override readonly name = 'NoCdk' as const;
  constructor(folder: string, options: ErrorOptions) {
    super(
      `${folder} doesn't have the CDK command line: run "npm install --save-dev aws-cdk" there.`,
      options,
    );
  }
}

/** Thrown if a CDK command fails. CDK has already printed the reason. */
export class CdkFailed extends OperatorError {
  override readonly name = 'CdkFailed' as const;
}

const cdkPackage = z.object({ bin: z.object({ cdk: z.string() }) });

/**
 * Runs a CDK command in the app's folder. The command writes to this process's terminal.
 * @throws NoCdk
 * @throws CdkFailed
 */
export async function runCdk(folder: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [cdkIn(folder), ...args], { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new CdkFailed(
      `"cdk ${args[0] ?? ''}" failed. Fix the problem above, then run the same command again.`,
    );
}

function cdkIn(folder: string): string {
  try {
    const found = createRequire(join(folder, 'package.json')).resolve('aws-cdk/package.json');
    return join(dirname(found), cdkPackage.parse(JSON.parse(readFileSync(found, 'utf8'))).bin.cdk);
  } catch (cause) {
    throw new NoCdk(folder, { cause });
  }
}
