/** Packs the documentation's sections at build time, so that agents can search them. */
import type { DocsSection } from '../../../agents/docs-search.ts';
import { gzipped } from '../../../../lib/browser-files/packed-file.ts';
import { openApiDocument } from '../../openapi/document.ts';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { sectionsOf } from './markdown.ts';
import { addressOf } from './page-frame.ts';
import { operationGroups } from './reference-pages.ts';
import { pageGroups } from './written-pages.ts';

/** Maximum number of characters of a section. Agents only get the beginning of long sections. */
const MAX_LENGTH = 5000;

const ofPages: DocsSection[] = pageGroups().flatMap(({ pages }) =>
  pages.flatMap(({ source, path, title: page }) =>
    sectionsOf(source).map(({ level, text: title, id, body }) => ({
      title,
      page,
      path: level === 1 ? addressOf(path) : `${addressOf(path)}#${id}`,
      text: body.trim().slice(0, MAX_LENGTH),
    })),
  ),
);

const ofOperations: DocsSection[] = operationGroups(openApiDocument(PLACEHOLDERS)).flatMap(
  ({ page, operations }) =>
    operations.map(({ method, path, operation }) => ({
      title: operation.summary,
      page: page.title,
      path: `${addressOf(page.path)}#${operation.operationId}`,
      text: [`\`${method} ${path}\``, operation.description ?? ''].join('\n\n').trim(),
    })),
);

const all = [...ofPages, ...ofOperations].filter(({ text }) => text !== '');

/** The sections as gzipped, base64-encoded JSON, with a placeholder for the service's URL. */
export const SECTIONS = await gzipped(Buffer.from(JSON.stringify(all)));
