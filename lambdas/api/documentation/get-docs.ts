/** `GET /docs` and all paths below it: serves the documentation, the API reference and the assets they load. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { NotFound } from '../../core/errors/errors.ts';
import { html } from '../../core/text/html.ts';
import { message } from '../../core/errors/message.ts';
import { readEnvironment } from '../../environment.ts';
import { browserFormat } from '../../http/browser.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { staticResponse } from '../../http/static-response.ts';
import { decodedFile, type StoredFile } from '../../http/stored-file.ts';
import { PLACEHOLDERS } from '../openapi/placeholders.ts';
import { getDocs as operation } from './documentation-operations.ts';
import { ASSETS, PAGES } from './site/site.at-build.ts';

/**
 * Content security policy: pages may only load files from this service, and scripts may only change pages
 * through DOM methods.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');
const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
};
const FOR_EVER = 'public, max-age=31536000, immutable';

type Respond = ReturnType<typeof staticResponse>;

interface Site {
  /** Gzipped, base64-encoded pages by path below `/docs`. */
  readonly pages: Readonly<Record<string, string>>;
  readonly assets: Readonly<Record<string, StoredFile>>;
}

/** Serves a page or an asset. Prepares each page when it is first requested. */
export function getDocs({ pages, assets }: Site, deployment: { baseUrl: string; version: string }) {
  const made = new Map<string, Respond>();
  const responderOf = (path: string): Respond | undefined => {
    const file = path.startsWith('assets/') ? path.slice('assets/'.length) : '';
    if (Object.hasOwn(pages, path)) return pageResponder(pages[path] ?? '', deployment);
    const asset = Object.hasOwn(assets, file) ? assets[file] : undefined;
    return asset && assetResponder(asset);
  };
  return ({ event, path }: HttpRequest<typeof operation>): HttpResponse => {
    const below = path['below'] ?? '';
    const respond = made.get(below) ?? responderOf(below);
    if (!respond) throw new NotFound(message('nothing-at-this-path'));
    made.set(below, respond);
    return respond(event.headers);
  };
}

function pageResponder(packed: string, { baseUrl, version }: { baseUrl: string; version: string }): Respond {
  const source = gunzipSync(Buffer.from(packed, 'base64'))
    .toString()
    .replaceAll(PLACEHOLDERS.baseUrl, html`${baseUrl}`.source)
    .replaceAll(PLACEHOLDERS.version, html`${version}`.source);
  return staticResponse(gzipSync(source), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    more: HEADERS,
  });
}

const assetResponder = (file: StoredFile): Respond =>
  staticResponse(decodedFile(file), {
    type: file.type,
    cacheControl: FOR_EVER,
    more: HEADERS,
  });

const { BASE_URL: baseUrl, SERVICE_VERSION: version } = readEnvironment('BASE_URL', 'SERVICE_VERSION');

export const handler = httpHandler(
  operation,
  { baseUrl, format: browserFormat(baseUrl) },
  getDocs({ pages: PAGES, assets: ASSETS }, { baseUrl, version }),
);
