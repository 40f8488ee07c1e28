/**
 * Synthesizes a team's CDK stack that includes the service as a construct, and runs the stack in this
 * process.
 */
import { App, Stack } from 'aws-cdk-lib';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '../../../cli/demo-account.ts';
import { checkedFetch, type CheckedFetch } from '../../../smoke/contract/checked-fetch.ts';
import { contractAt } from '../contract/contract-at.ts';
import { testContext } from '../assembly/test-context.ts';
import { FormService } from '../../../lib/form-service.ts';
import { keptBundles } from '../../../lib/bundling/kept-bundles.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { EdgeServer } from '../../../local/edge/edge-server.ts';
import { newDemoAccount } from '../../../local/outputs-file.ts';
import { RunnerFolder } from '../../../local/runner-folder.ts';
import { RunningServices } from '../../../local/running-services.ts';
import { runStack, type RunningStack } from '../../../local/run-stack.ts';
import { withForm } from './service.ts';

export interface TeamStack {
  readonly stack: RunningStack;
  readonly url: string;
  readonly demo: Awaited<ReturnType<typeof withForm<DemoAccount>>>;
  /** Folder that stores the runner's state. */
  readonly folder: string;
  /** Calls the service. Rejects if the response violates the service's OpenAPI document. */
  readonly request: CheckedFetch;
  /** Calls the management API with the demo account's key. */
  manage(method: string, path: string, body?: unknown): Promise<any>;
  /**
   * Stops the stack.
   * @throws Error if a function made a call that its IAM role doesn't allow
   */
  stop(): Promise<void>;
}

/**
 * Starts a team's stack.
 * @param context stage settings, by name with the prefix `svc:`
 * @param extend adds the team's own resources to the stack
 */
export async function startTeamStack(
  context: Record<string, unknown>,
  extend: (stack: Stack, service: FormService) => void,
): Promise<TeamStack> {
  const where = mkdtempSync(join(tmpdir(), 'svc-test-team-'));
  const state = join(where, 'state');
  mkdirSync(state);
  const assembly = join(where, 'cdk.out');
  const app = new App({
    outdir: assembly,
    context: {
      ...testContext,
      'svc:stage': 'test',
      'svc:console': false,
      'svc:allowHttpWebhooks': true,
      'svc:allowPrivateWebhookTargets': true,
      ...context,
    },
  });
  const stack = new Stack(app, 'team', { suppressTemplateIndentation: true });
  const settings = stageSettings(app.node);
  extend(stack, new FormService(stack, 'Default', { settings, bundles: await keptBundles() }));
  app.synth();

  const services = new RunningServices();
  const errors: string[] = [];
  const folder = services.add(await RunnerFolder.open(state));
  const http = services.add(await EdgeServer.listen(0));
  const running = services.add(
    await runStack({
      assembly,
      stackName: 'team',
      folder,
      http,
      onError: (line) => void errors.push(line),
      usageFolder: process.env['SVC_IAM_USAGE'],
    }),
  );
  const url = http.endpoint;
  const demo = await withForm(await newDemoAccount(running, url, true), url);
  const request = checkedFetch(url, await contractAt(url));
  return {
    stack: running,
    url,
    demo,
    folder: state,
    request,
    async manage(method, path, body) {
      const response = await request(path, {
        method,
        headers: {
          authorization: `Bearer ${demo.management_key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async stop() {
      await services.stop();
      rmSync(where, { recursive: true, force: true });
      const denied = errors.filter((line) => line.includes('is not authorized to perform'));
      if (denied.length > 0) throw new Error(`Calls were denied:\n${denied.join('\n')}`);
    },
  };
}
