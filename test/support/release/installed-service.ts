/** Installs a release in the local runner, as CloudFormation does in an AWS account. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeServer } from '../../../local/edge/edge-server.ts';
import { listenOnLoopback } from '../../../local/http/loopback-server.ts';
import { runStack, type RunningStack } from '../../../local/run-stack.ts';
import { RunnerFolder } from '../../../local/runner-folder.ts';
import { RunningServices } from '../../../local/running-services.ts';

const STACK_NAME = 'svc-forms-prod';

export interface InstalledService {
  readonly stack: RunningStack;
  /** Base URL. */
  readonly url: string;
  /** Folder with the service's data. */
  readonly folder: string;
  /** Downloads of `assets.zip`. */
  readonly downloads: () => number;
  /** Stops the service and starts it again with other parameters and the same data. */
  restart(parameters: Readonly<Record<string, string>>): Promise<void>;
  /** @throws Error if a function made a call that its role doesn't allow */
  stop(): Promise<void>;
}

/**
 * Starts the service from a release's template. The stager downloads the assets from a local server.
 * @param release content of `template.json` and `assets.zip`
 * @param parameters of the template, without the source of the assets
 * @throws RunnerError if the stager or the function of the first account fails
 */
export async function installRelease(
  release: { readonly template: object; readonly assets: Buffer },
  parameters: Readonly<Record<string, string>>,
): Promise<InstalledService> {
  const where = mkdtempSync(join(tmpdir(), 'svc-test-release-'));
  const assembly = join(where, 'assembly');
  const state = join(where, 'state');
  mkdirSync(assembly);
  mkdirSync(state);
  writeFileSync(join(assembly, `${STACK_NAME}.template.json`), JSON.stringify(release.template));
  writeFileSync(join(assembly, `${STACK_NAME}.assets.json`), JSON.stringify(manifestOf(release.template)));
  let downloads = 0;
  const source = await listenOnLoopback(
    createServer((_, response) => {
      downloads += 1;
      response.end(release.assets);
    }),
  );
  const errors: string[] = [];

  async function start(given: Readonly<Record<string, string>>) {
    const services = new RunningServices();
    const folder = services.add(await RunnerFolder.open(state));
    const http = services.add(await EdgeServer.listen(0));
    try {
      const stack = await runStack({
        assembly,
        stackName: STACK_NAME,
        parameters: { ...given, AssetsUrl: `${source.endpoint}/assets.zip` },
        folder,
        http,
        onError: (line) => void errors.push(line),
        usageFolder: process.env['SVC_IAM_USAGE'],
      });
      return { services, stack: services.add(stack), url: http.endpoint };
    } catch (error) {
      await services.stop();
      throw error;
    }
  }

  async function clear(): Promise<void> {
    await source.stop();
    rmSync(where, { recursive: true, force: true });
  }

  let running: Awaited<ReturnType<typeof start>>;
  try {
    running = await start(parameters);
  } catch (error) {
    await clear();
    throw error;
  }
  return {
    get stack() {
      return running.stack;
    },
    get url() {
      return running.url;
    },
    folder: state,
    downloads: () => downloads,
    async restart(changed) {
      await running.services.stop();
      running = await start(changed);
    },
    async stop() {
      await running.services.stop();
      await clear();
      const denied = errors.filter((line) => line.includes('is not authorized to perform'));
      if (denied.length > 0) throw new Error(`Calls were denied:\n${denied.join('\n')}`);
    },
  };
}

/** Returns an asset manifest with an empty folder for each asset that the template's stager copies. */
function manifestOf(template: any): object {
  const digests: string[] = template.Resources.StagedAssets.Properties.Digests;
  return {
    files: Object.fromEntries(
      digests.map((digest) => [
        digest,
        { source: { path: `code/${digest}` }, destinations: { local: { objectKey: `${digest}.zip` } } },
      ]),
    ),
  };
}
