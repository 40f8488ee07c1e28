/** Writes a release's template and assets, which users install with CloudFormation. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptBundles } from '../../bundling/kept-bundles.ts';
import type { Bundles } from '../../bundling/bundle-folder.ts';
import { ReleaseError } from '../release-error.ts';
import { assetsOf, packAssets, packBundles, placeDigests, standIns, usedAssets } from './assets.ts';
import { installableTemplate, MAX_TEMPLATE_BYTES } from './installable-template.ts';
import type { Template } from './merge-variants.ts';
import { stagerCode } from './stager-resources.ts';
import { synthesizeVariants } from './variants.ts';

const TERRAFORM = join(import.meta.dirname, '../../../terraform');

/** Writes `template.json`, `assets.zip` and the Terraform module that uses them. */
export async function writeTemplate({ folder }: { readonly folder: string }): Promise<void> {
  const { template, assets } = await makeTemplate(await keptBundles());
  const text = JSON.stringify(template);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_TEMPLATE_BYTES)
    throw new ReleaseError(
      `template.json is ${bytes} bytes long, but CloudFormation accepts ${MAX_TEMPLATE_BYTES}.`,
    );
  writeFileSync(join(folder, 'template.json'), text);
  writeFileSync(join(folder, 'assets.zip'), assets);
  cpSync(TERRAFORM, join(folder, 'terraform'), { recursive: true });
}

/** Returns the template and the content of `assets.zip`. */
export async function makeTemplate(bundles: Bundles): Promise<{ template: Template; assets: Buffer }> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-forms-template-'));
  try {
    const packed = packBundles(bundles);
    const assembly = join(scratch, 'assembly');
    const variants = synthesizeVariants(standIns(packed, join(scratch, 'functions')), assembly);
    const found = assetsOf(assembly, packed);
    const placed = variants.map(({ on, template }) => ({ on, template: placeDigests(template, found) }));
    const used = usedAssets(
      Object.assign(
        {},
        placed.map(({ template }) => template),
      ),
      found,
    );
    const assets = packAssets(used);
    const staged = {
      code: await stagerCode(),
      digests: used.map(({ digest }) => digest),
      size: assets.length,
    };
    return { template: installableTemplate(placed, staged), assets };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
