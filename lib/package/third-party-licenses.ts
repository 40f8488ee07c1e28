/** Collects the licenses of the third-party packages that are bundled into our npm package. */
import type { Metafile } from 'esbuild';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const STANDARD_TEXTS = join(import.meta.dirname, 'license-texts');

/**
 * SPDX ids of licenses that allow us to distribute the code under the Apache License 2.0 if we include the
 * license texts. Ask the owner before you add one.
 */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/** Licenses of packages that only mention their license in the README. */
const IN_README: Readonly<Record<string, string>> = { 'humanize-number': 'MIT' };

/** A third-party package that contributes at least one file to our npm package. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX id. */
  readonly license: string;
  /** Contents of the license and notice files. */
  readonly texts: readonly string[];
}

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

/**
 * Returns the packages that the files in an esbuild metafile belong to, sorted by name.
 * @param root folder that the metafile's paths are relative to
 * @throws Error if a package's license is missing or not allowed
 */
export async function shippedPackages({ outputs }: Metafile, root = ROOT): Promise<ShippedPackage[]> {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const packages = await Promise.all([...folders].map((folder) => shippedPackage(join(root, folder))));
  return packages.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

async function shippedPackage(folder: string): Promise<ShippedPackage> {
  const found = manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const { name, version } = found;
  const license = found.license ?? found.licenses?.[0]?.type ?? IN_README[name] ?? 'none';
  if (!ALLOWED.includes(license))
    throw new Error(
      `${name} ${version} has the license "${license}", which is not allowed in our package. ` +
        'Use another package, or add the license to lib/package/third-party-licenses.ts if the owner agrees.',
    );
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, license, texts: texts.length > 0 ? texts : [await standardText(found, license)] };
}

/** Returns the text of a license for a package that doesn't include it. */
async function standardText({ name, author }: z.infer<typeof manifest>, license: string): Promise<string> {
  const standard = license === 'Apache-2.0' ? join(ROOT, 'LICENSE') : join(STANDARD_TEXTS, `${license}.txt`);
  if (!existsSync(standard))
    throw new Error(`${name} doesn't include its license. Add the text of ${license} to ${STANDARD_TEXTS}.`);
  const holder = typeof author === 'string' ? author : author?.name;
  return `Copyright ${holder ?? `the authors of ${name}`}\n\n${await readFile(standard, 'utf8')}`;
}

const idOf = ({ name, version }: ShippedPackage): string => `${name}@${version}`;

/** Writes all license texts. Groups packages that have the same text. */
export async function writeLicenses(packages: readonly ShippedPackage[], file: string): Promise<void> {
  const groups = Map.groupBy(packages, ({ license, texts }) =>
    [`License: ${license}`, ...texts.map((text) => text.trim())].join('\n\n'),
  );
  const intro = 'This package contains code of the following packages, under the following licenses.';
  const parts = [...groups].map(([text, same]) =>
    [...new Set(same.map((each) => idOf(each))), text].join('\n'),
  );
  await writeFile(file, `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}
