/** Defines which pages and e-mails a form has, and the query that renders a preview with unsaved settings. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, fetched } from '../../api/api-client.ts';
import type { Schema } from '../../api/schema.ts';
import type { Language } from '../../texts/languages.ts';
import type { Settings } from '../settings-values.ts';

export type PreviewPage =
  'notification' | 'autoresponse' | 'confirmation' | 'thanks' | 'error' | 'hosted' | 'closed';

/** Returns the pages and e-mails that can be previewed with these settings. */
export const previewPagesOf = ({
  autoresponder,
  redirect_url,
}: Pick<Settings, 'autoresponder' | 'redirect_url'>): readonly PreviewPage[] => [
  'notification',
  ...(autoresponder === null ? [] : (['autoresponse'] as const)),
  'confirmation',
  ...(redirect_url === null ? (['thanks'] as const) : []),
  'error',
  'hosted',
  'closed',
];

const PAGES: readonly PreviewPage[] = ['thanks', 'error', 'hosted', 'closed'];
const EMAILS: readonly PreviewPage[] = ['notification', 'autoresponse', 'confirmation'];

export const isEmail = (page: PreviewPage): boolean => EMAILS.includes(page);
export const isPreviewPage = (text: string | undefined): text is PreviewPage =>
  [...PAGES, ...EMAILS].some((page) => page === text);

/** Settings that change how a page or an e-mail looks. */
const PREVIEWED = [
  'name',
  'language',
  'time_zone',
  'thank_you',
  'brand',
  'notify_subject',
  'autoresponder',
  'fields',
  'page',
] as const satisfies readonly (keyof Settings)[];

/** Returns the unsaved settings that affect the preview. */
export const previewDraftOf = (
  settings: Settings,
  changed: readonly (keyof Settings)[],
): Schema<'PreviewDraft'> =>
  Object.fromEntries(
    PREVIEWED.filter((name) => changed.includes(name)).map((name) => [name, settings[name]]),
  );

/**
 * Renders a page or an e-mail with the draft's settings. Keeps showing the previous result until the new one
 * arrives.
 */
export const previewQuery = (
  id: string,
  page: PreviewPage,
  language: Language,
  draft: Schema<'PreviewDraft'>,
) =>
  queryOptions({
    queryKey: ['form', id, 'preview', page, language, draft],
    queryFn: async ({ signal }) => {
      const preview = await fetched(
        api.POST('/v1/forms/{id}/preview', {
          params: { path: { id }, query: { page, language } },
          body: draft,
          signal,
        }),
      );
      return { page, ...preview };
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
