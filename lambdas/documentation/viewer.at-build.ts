/**
 * The files of the API reference, Redoc 2, packed at build time. Of the viewers that were compared it is the smallest
 * without a serious axe-core finding (327 KB compressed; Swagger UI 485 KB with 76 findings, openapi-explorer 222 KB with
 * 19, Redoc 3 650 KB with one, and telemetry), and its content security policy needs two inline styles and no script.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The only address of another site that Redoc loads; it is replaced so that no other site learns of the reader. */
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const file = (name: string): string => readFileSync(join(import.meta.dirname, 'viewer', name), 'utf8');

function redoc(): string {
  const path = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const source = readFileSync(path, 'utf8');
  if (!source.includes(LOGO)) throw new Error(`Redoc no longer loads ${LOGO}; look at what it loads now`);
  return source.replaceAll(LOGO, NO_IMAGE);
}

/** A file name with a hash of the content, so that browsers may keep the file for ever. */
function hashed(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return name.replace('.', `.${hash}.`);
}

const contents = { script: redoc(), start: file('start.js'), style: file('docs.css') };

/** Names of the viewer's files. */
export const NAMES = {
  script: hashed('redoc.js', contents.script),
  start: hashed('start.js', contents.start),
  style: hashed('docs.css', contents.style),
};

const packed = (type: string, content: string) => ({
  type: `${type}; charset=utf-8`,
  /** Compressed, in base64. */
  gzip: gzipSync(content, { level: 9 }).toString('base64'),
});

/** The viewer's files by name. */
export const FILES: Readonly<Record<string, { type: string; gzip: string }>> = {
  [NAMES.script]: packed('text/javascript', contents.script),
  [NAMES.start]: packed('text/javascript', contents.start),
  [NAMES.style]: packed('text/css', contents.style),
};
