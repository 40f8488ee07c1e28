/** The feature flags of CDK that decide what a template looks like, as `cdk.json` pins them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * CDK's command line reads `cdk.json` by itself. An app that something else makes (the local runner, a test) is given
 * these, so that all of them run what is deployed. Settings of a stage, which are context too, are not among them.
 */
export const featureFlags: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(readContext()).filter(([name]) => name.startsWith('@aws-cdk')),
);

function readContext(): Record<string, unknown> {
  return cdkJson.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'))).context;
}
