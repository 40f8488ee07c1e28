/** Writes the software bill of materials (SBOM) for the service's npm package. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Release } from './release-steps.ts';

const ROOT = join(import.meta.dirname, '../..');
const GENERATOR = join(
  dirname(fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-esbuild'))),
  '../bin/cyclonedx-esbuild-cli.js',
);

const bom = z.looseObject({ metadata: z.looseObject({ component: z.looseObject({}) }) });

/**
 * Writes `sbom.cdx.json` in CycloneDX 1.6 format. It lists every package in the bundles of
 * `@svc-forms/service`, with its version, license and dependencies. Works offline.
 */
export function writeSbom({ folder, version }: Release): void {
  const file = join(folder, 'sbom.cdx.json');
  const metafile = join(ROOT, 'dist/metafile.json');
  const options = ['--output-reproducible', '--validate', '--output-file', file];
  execFileSync(process.execPath, [GENERATOR, ...options, metafile], { cwd: ROOT, stdio: 'pipe' });
  // The generator's metadata describes this repository, so replace it with the package's metadata.
  const { metadata, ...rest } = bom.parse(JSON.parse(readFileSync(file, 'utf8')));
  const component = {
    ...metadata.component,
    group: '@svc-forms',
    name: 'service',
    purl: `pkg:npm/%40svc-forms/service@${version}`,
  };
  writeFileSync(file, `${JSON.stringify({ ...rest, metadata: { ...metadata, component } }, null, 2)}\n`);
}
