/** Builds the entries of the documentation search: sections of pages, operations, schemas and problems. */
import { problemSlugs } from '../../../core/problem-slugs.ts';
import { en } from '../../../i18n/en.ts';
import type { OpenApiDocument } from '../../openapi/openapi-types.ts';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { plainText, sectionsOf } from './markdown.ts';
import { addressOf, type DocsPage } from './page-frame.ts';
import type { OperationGroup } from './reference-pages.ts';
import type { PageGroup } from './written-pages.ts';

export interface SearchEntry {
  readonly title: string;
  /** Title of the page or group that the entry belongs to. */
  readonly place: string;
  readonly address: string;
  /** Additional search terms for the entry, in lowercase. */
  readonly words: string;
}

export function searchEntries(
  written: readonly PageGroup[],
  groups: readonly OperationGroup[],
  others: readonly DocsPage[],
  { components }: OpenApiDocument,
): SearchEntry[] {
  return [
    ...written.flatMap((group) =>
      group.pages.flatMap(({ source, path, title: page }) =>
        sectionsOf(source).map(({ level, text, id, body }) => ({
          title: text,
          place: level === 1 ? group.title : `${group.title} · ${page}`,
          address: level === 1 ? addressOf(path) : `${addressOf(path)}#${id}`,
          words: words(body),
        })),
      ),
    ),
    ...groups.flatMap(({ page, operations }) =>
      operations.map(({ method, path, operation, kind }) => ({
        title: operation.summary,
        place: kind === 'webhook' ? `Event · ${path}` : `${method} ${path}`,
        address: `${addressOf(page.path)}#${operation.operationId}`,
        words: words(
          [
            operation.operationId,
            operation.description ?? '',
            ...(operation.parameters ?? []).map(({ name, description }) => `${name} ${description}`),
          ].join(' '),
        ),
      })),
    ),
    ...[...groups.map(({ page }) => page), ...others].map(({ title, path, summary }) => ({
      title,
      place: 'API',
      address: addressOf(path),
      words: words(summary),
    })),
    ...problemSlugs.map((slug) => ({
      title: en.problems[slug].title,
      place: `Problem · ${slug}`,
      address: `/docs/api/problems#${slug}`,
      words: words(en.problems[slug].meaning),
    })),
    ...Object.entries(components.schemas).map(([name, schema]) => ({
      title: name,
      place: 'Schema',
      address: `/docs/api/schemas#${name}`,
      words: Object.keys(schema['properties'] ?? {}).join(' '),
    })),
  ];
}

/** Returns the distinct words of the text in lowercase, for the search index. */
function words(text: string): string {
  const found = plainText(text.replaceAll(PLACEHOLDERS.baseUrl, ''))
    .toLowerCase()
    .match(/[\p{L}\p{N}][\p{L}\p{N}_./-]*/gu);
  return [...new Set(found)].join(' ');
}
