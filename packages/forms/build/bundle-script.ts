/** Bundles and compresses `forms.js`. */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packedFile, type Compression, type PackedFile } from '../../../lib/browser-files/packed-file.ts';

/** `forms.js`, as it is sent. */
export interface FormScript {
  /** Changes with the content: the first 16 hexadecimal digits of its SHA-256. */
  readonly hash: string;
  /** For the `integrity` of a page (W3C, "Subresource Integrity"). */
  readonly integrity: string;
  readonly file: PackedFile;
}

/** Takes some 50 ms. */
export async function bundleScript(compression: Compression): Promise<FormScript> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../src/script.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    // What these browsers lack would make the script longer for all.
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
