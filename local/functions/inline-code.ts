/** Writes inline function code from the template to files. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Writes inline code as Lambda does: to `index.js`, as a CommonJS module that can import the AWS SDK.
 * @returns the folder
 */
export function writeInlineCode(folder: string, code: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), code);
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  const modules = join(folder, 'node_modules');
  const sdk = findPackageJSON('@aws-sdk/client-s3', import.meta.url);
  if (sdk !== undefined && !existsSync(modules))
    // Use a junction on Windows, because creating any other type of link may require elevated privileges.
    symlinkSync(dirname(dirname(dirname(sdk))), modules, 'junction');
  return folder;
}
