/** The CDK feature flags that `cdk.json` pins. They change the synthesised template. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * Context for apps that run without the CDK command line, such as tests, so that their templates match the deployed one.
 * Stage settings in `cdk.json` are left out.
 */
export const featureFlags: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(readContext()).filter(([name]) => name.startsWith('@aws-cdk')),
);

function readContext(): Record<string, unknown> {
  return cdkJson.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'))).context;
}
