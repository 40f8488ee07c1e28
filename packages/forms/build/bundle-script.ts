/** Bundles and compresses `forms.js`. */
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
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../src/script.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    // Supporting older browsers would make the script larger for everyone.
    target: ['chrome109', 'firefox115', 'safari16'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  const content = Buffer.from(outputFiles[0]?.contents ?? []);
  const digest = (algorithm: string) => createHash(algorithm).update(content);
  return {
    hash: digest('sha256').digest('hex').slice(0, 16),
    integrity: `sha384-${digest('sha384').digest('base64')}`,
    file: await packedFile('text/javascript; charset=utf-8', content, compression),
  };
}
