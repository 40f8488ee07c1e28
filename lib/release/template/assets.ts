/** Packs the code of all functions into zip files and adds their digests to the template. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, type Bundles } from '../../bundling/bundle-folder.ts';
import type { Template } from './merge-variants.ts';
import { writeZip, zipFolder } from './write-zip.ts';

/** A zip file with a function's code. */
export interface Asset {
  /** SHA-256 of the zip file, in hex. */
  readonly digest: string;
  readonly zip: Buffer;
}

/** CDK copies each asset to a folder whose name is this prefix followed by the asset's hash. */
const ASSET_PREFIX = 'asset.';

/** Packs each function's bundle into a zip file. */
export function packBundles(bundles: Bundles): Map<string, Asset> {
  return new Map(Array.from(bundles, ([entry, folder]) => [entry, packed(folder)]));
}

/**
 * Writes small placeholder bundles for synthesis. CDK copies every bundle for every variant, so the real
 * bundles would take up gigabytes.
 */
export function standIns(assets: ReadonlyMap<string, Asset>, folder: string): Bundles {
  return new Map(
    Array.from(assets, ([entry, { digest }]) => {
      const standIn = bundleFolder(folder, entry);
      mkdirSync(standIn, { recursive: true });
      writeFileSync(join(standIn, 'index.mjs'), digest);
      return [entry, standIn];
    }),
  );
}

/**
 * Maps each asset hash in a cloud assembly to the packed asset.
 * @param assembly a cloud assembly that was synthesized with the placeholder bundles
 */
export function assetsOf(assembly: string, assets: ReadonlyMap<string, Asset>): Map<string, Asset> {
  const byDigest = new Map(Array.from(assets.values(), (asset) => [asset.digest, asset]));
  return new Map(
    readdirSync(assembly, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(ASSET_PREFIX))
      .map(({ name }) => {
        const folder = join(assembly, name);
        return [name.slice(ASSET_PREFIX.length), byDigest.get(standInOf(folder)) ?? packed(folder)];
      }),
  );
}

/**
 * Returns the digest that a placeholder bundle contains. The folders of CDK's own functions contain other
 * files.
 */
function standInOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'index.mjs'), 'utf8');
  } catch {
    return '';
  }
}

/** Replaces CDK's asset hashes in the template with the digests of the packed code. */
export function placeDigests(template: Template, assets: ReadonlyMap<string, Asset>): Template {
  const text = JSON.stringify(template).replaceAll(
    /[0-9a-f]{64}/g,
    (hash) => assets.get(hash)?.digest ?? hash,
  );
  return JSON.parse(text) as Template;
}

/** Packs the assets into `assets.zip`. */
export function packAssets(assets: readonly Asset[]): Buffer {
  return writeZip(
    assets.map(({ digest, zip }) => ({ name: `${digest}.zip`, content: zip })),
    'stored',
  );
}

/** Returns a sorted list of the assets that the templates use, without duplicates. */
export function usedAssets(templates: readonly Template[], assets: ReadonlyMap<string, Asset>): Asset[] {
  const text = JSON.stringify(templates);
  const used = new Map(
    Array.from(assets.values(), (asset) => [asset.digest, asset] as const).filter(([digest]) =>
      text.includes(`${digest}.zip`),
    ),
  );
  return [...used.values()].toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
}

function packed(folder: string): Asset {
  const zip = zipFolder(folder);
  return { digest: createHash('sha256').update(zip).digest('hex'), zip };
}
