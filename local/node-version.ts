/** Which Node.js the runner needs: package.json names it, as the README does. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { RunnerError } from './runner-error.ts';

const packageJson = z.object({ engines: z.object({ node: z.string() }) });

/**
 * Functions and the CDK app run in threads that Node itself loads from TypeScript, which it does from 22.18 on. What
 * else the runner needs (node:sqlite) came before that.
 * @param node the Node that runs; `process` describes it
 * @throws RunnerError when it is too old
 */
export function assertNodeVersion(node: {
  readonly version: string;
  readonly features: { readonly typescript?: unknown };
}): void {
  if (Boolean(node.features.typescript)) return;
  const file = new URL('../package.json', import.meta.url);
  const { engines } = packageJson.parse(JSON.parse(readFileSync(file, 'utf8')));
  throw new RunnerError(`needs Node ${engines.node.replace('>=', '')} or newer; this is ${node.version}`);
}
