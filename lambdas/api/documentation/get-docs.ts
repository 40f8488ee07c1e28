/**
 * `GET /docs`, all paths below it and `/llms.txt`: serve the documentation and the API reference, as pages
 * and as Markdown, and the pages' assets.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
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
import { markdownAddressOf } from './site/page-frame.ts';
import { ASSETS, MARKDOWN, PAGES, WRITTEN } from './site/site.at-build.ts';

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
const LIST = 'llms.txt';
const ALL_IN_ONE = 'llms-full.txt';
const ABOUT_LIST = `</${LIST}>; rel="describedby"`;
const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  link: ABOUT_LIST,
};
const FOR_EVER = 'public, max-age=31536000, immutable';

type Respond = ReturnType<typeof staticResponse>;

interface Site {
  /** Gzipped, base64-encoded pages by path below `/docs`. */
  readonly pages: Readonly<Record<string, string>>;
  /** The pages as Markdown and `llms.txt`, also gzipped and base64-encoded, by path with extension. */
  readonly markdown: Readonly<Record<string, string>>;
  /** Paths of the hand-written pages' Markdown versions, in the order of the navigation. */
  readonly written: readonly string[];
  readonly assets: Readonly<Record<string, StoredFile>>;
}

interface Deployment {
  readonly baseUrl: string;
  readonly version: string;
}

/** Serves a page, its Markdown or an asset. Prepares each response when it is first requested. */
export function getDocs({ pages, markdown, written, assets }: Site, deployment: Deployment) {
  const made = new Map<string, Respond>();
  const markdownAt = (path: string): string => unpacked(markdown[path] ?? '');
  const responderOf = (path: string): Respond | undefined => {
    if (Object.hasOwn(pages, path)) return pageResponder(path, unpacked(pages[path] ?? ''), deployment);
    if (Object.hasOwn(markdown, path)) return textResponder(path, markdownAt(path), deployment);
    if (path === ALL_IN_ONE) return textResponder(path, written.map(markdownAt).join('\n'), deployment);
    const file = path.startsWith('assets/') ? path.slice('assets/'.length) : '';
    const asset = Object.hasOwn(assets, file) ? assets[file] : undefined;
    return asset && assetResponder(asset);
  };
  return ({ event, path }: HttpRequest<typeof operation>): HttpResponse => {
    const requested = event.rawPath === `/${LIST}` ? LIST : (path['below'] ?? '');
    const wantsMarkdown = Object.hasOwn(pages, requested) && prefersMarkdown(event.headers['accept']);
    const below = wantsMarkdown ? markdownPathOf(requested) : requested;
    const respond = made.get(below) ?? responderOf(below);
    if (!respond) throw new NotFound(message('nothing-at-this-path'));
    made.set(below, respond);
    return respond(event.headers);
  };
}

const prefersMarkdown = (accept = '*/*'): boolean =>
  new Negotiator({ headers: { accept } }).mediaType(['text/html', 'text/markdown']) === 'text/markdown';
const markdownPathOf = (path: string): string => markdownAddressOf(path).slice('/docs/'.length);

const unpacked = (packed: string): string => gunzipSync(Buffer.from(packed, 'base64')).toString();

function pageResponder(path: string, source: string, { baseUrl, version }: Deployment): Respond {
  const page = source
    .replaceAll(PLACEHOLDERS.baseUrl, html`${baseUrl}`.source)
    .replaceAll(PLACEHOLDERS.version, html`${version}`.source);
  return staticResponse(gzipSync(page), {
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    more: {
      ...HEADERS,
      link: `<${markdownAddressOf(path)}>; rel="alternate"; type="text/markdown", ${ABOUT_LIST}`,
      vary: 'accept, accept-encoding',
    },
  });
}

function textResponder(path: string, source: string, { baseUrl, version }: Deployment): Respond {
  const text = source.replaceAll(PLACEHOLDERS.baseUrl, baseUrl).replaceAll(PLACEHOLDERS.version, version);
  return staticResponse(gzipSync(text), {
    type: path.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8',
    cacheControl: 'no-cache',
    more: { ...HEADERS, vary: 'accept, accept-encoding' },
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
  getDocs({ pages: PAGES, markdown: MARKDOWN, written: WRITTEN, assets: ASSETS }, { baseUrl, version }),
);
