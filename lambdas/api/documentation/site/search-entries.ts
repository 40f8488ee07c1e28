/** Builds the entries of the documentation search: sections of pages, operations, schemas and problems. */
import { problemSlugs } from '../../../core/errors/problem-slugs.ts';
import { en } from '../../../i18n/en.ts';
import type { OpenApiDocument } from '../../openapi/openapi-types.ts';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { plainText, sectionsOf } from './markdown.ts';
import { addressOf, type DocsPage } from './page-frame.ts';
import type { OperationGroup } from './reference-pages.ts';
import { searchTerms } from './search-terms.ts';
import type { PageGroup } from './written-pages.ts';

export interface SearchEntry {
  readonly title: string;
  /** Title of the page or group that the entry belongs to. */
  readonly place: string;
  readonly address: string;
  /** Distinct words of the entry's text, in lowercase. */
  readonly words: string;
  /**
   * Terms that people use for the entry's subject, in lowercase. A search for one of these terms finds this
   * entry first.
   */
  readonly terms?: readonly string[];
  /**
   * True for a complete hand-written page, false for one of its sections. Undefined for entries from the API
   * reference.
   */
  readonly isPage?: boolean;
}

/**
 * Returns the entries of the search index.
 * @throws TypeError if there are search terms for a path that doesn't exist
 */
export function searchEntries(
  written: readonly PageGroup[],
  groups: readonly OperationGroup[],
  others: readonly DocsPage[],
  { components }: OpenApiDocument,
): SearchEntry[] {
  const entries: SearchEntry[] = [
    ...written.flatMap((group) =>
      group.pages.flatMap(({ source, path, title: page }) =>
        sectionsOf(source).map(({ level, text, id, body }) => ({
          title: text,
          place: level === 1 ? group.title : `${group.title} · ${page}`,
          address: level === 1 ? addressOf(path) : `${addressOf(path)}#${id}`,
          words: words(body),
          isPage: level === 1,
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
  const unknown = Object.keys(searchTerms).filter(
    (path) => !entries.some(({ address }) => address === addressOf(path)),
  );
  if (unknown.length > 0) throw new TypeError(`No page has the search terms of ${unknown.join(', ')}`);
  const terms = new Map(Object.entries(searchTerms).map(([path, each]) => [addressOf(path), each]));
  return entries.map((entry) => {
    const own = terms.get(entry.address);
    return own ? { ...entry, terms: own } : entry;
  });
}

/** Returns the distinct words of the text in lowercase, for the search index. */
function words(text: string): string {
  const found = plainText(text.replaceAll(PLACEHOLDERS.baseUrl, ''))
    .toLowerCase()
    .match(/[\p{L}\p{N}][\p{L}\p{N}_./-]*/gu);
  return [...new Set(found)].join(' ');
}
