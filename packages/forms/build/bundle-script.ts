/** Bundles and compresses `forms.js`, and the solver that it loads. */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packedFile, type Compression, type PackedFile } from '../../../lib/browser-files/packed-file.ts';

/** The built and compressed `forms.js`. */
export interface FormScript {
  /** The first 16 hexadecimal digits of the content's SHA-256 hash. */
  readonly hash: string;
  /** Value for the `integrity` attribute (W3C, "Subresource Integrity"). */
  readonly integrity: string;
  readonly file: PackedFile;
}

/** Builds the script, which takes about 50 ms. */
export async function bundleScript(compression: Compression): Promise<FormScript> {
  const content = await bundled('script', 'iife');
  const digest = (algorithm: string) => createHash(algorithm).update(content);
  return {
    hash: digest('sha256').digest('hex').slice(0, 16),
    integrity: `sha384-${digest('sha384').digest('base64')}`,
    file: await packedFile(TYPE, content, compression),
  };
}

/** Builds `challenge.js`, the module that solves the puzzles of the service's own challenge. */
export async function bundleSolver(compression: Compression): Promise<PackedFile> {
  return packedFile(TYPE, await bundled('challenge', 'esm'), compression);
}

const TYPE = 'text/javascript; charset=utf-8';

async function bundled(entry: string, format: 'iife' | 'esm'): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `../src/${entry}.ts`)],
    bundle: true,
    format,
    platform: 'browser',
    // Supporting older browsers would make the script larger for everyone.
    target: ['chrome109', 'firefox115', 'safari16'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}
