/** Reads the CDK feature flags in `cdk.json`, which affect the synthesized template. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * CDK context for apps that run without the CDK command line, such as tests, so that their templates match
 * the deployed one. Excludes the stage settings in `cdk.json`.
 */
export const featureFlags: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(readContext()).filter(([name]) => name.startsWith('@aws-cdk')),
);

function readContext(): Record<string, unknown> {
  return cdkJson.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'))).context;
}
