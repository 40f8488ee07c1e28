/**
 * Installs the n8n node package as n8n does: packed, in a separate folder, with classes loaded by file name.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeType, NodeApiError } from 'n8n-workflow';

const ROOT = join(import.meta.dirname, '../../..');

export interface InstalledPackage {
  readonly folder: string;
  /** Nodes, keyed by the name in each node's description. */
  readonly nodes: Readonly<Record<string, INodeType>>;
  readonly credentials: Readonly<Record<string, ICredentialType>>;
  /** Error class that the installed nodes use. */
  readonly NodeApiError: typeof NodeApiError;
  remove(): void;
}

/** Packs the package into a folder and returns the path of the tarball. */
export function packNodes(folder: string): string {
  execFileSync('npm', ['pack', '--pack-destination', folder], {
    cwd: join(ROOT, 'packages/n8n-nodes-svc-forms'),
    stdio: 'ignore',
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack created no tarball');
  return join(folder, tarball);
}

/**
 * Packs and installs the package. Uses this project's copy of `n8n-workflow`, which n8n normally provides.
 */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-n8n-package-'));
  const tarball = packNodes(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', tarball];
  execFileSync('npm', install, { cwd: folder, stdio: 'ignore' });
  symlinkSync(join(ROOT, 'node_modules/n8n-workflow'), join(folder, 'node_modules/n8n-workflow'));
  const installed = join(folder, 'node_modules/@svc-forms/n8n-nodes-svc-forms');
  const { n8n } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    n8n: { nodes: string[]; credentials: string[] };
  };
  const load = createRequire(join(installed, 'package.json'));
  const instances = (files: readonly string[]): any[] =>
    files.map((file) => {
      const [className = ''] = basename(file).split('.');
      return new (load(join(installed, file))[className])();
    });
  return {
    folder: installed,
    nodes: Object.fromEntries(instances(n8n.nodes).map((node) => [node.description.name, node])),
    credentials: Object.fromEntries(instances(n8n.credentials).map((each) => [each.name, each])),
    NodeApiError: load('n8n-workflow').NodeApiError,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
