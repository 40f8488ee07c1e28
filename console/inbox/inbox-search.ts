/** Defines the query parameters of the inbox URL: form, tab, search and page. */
import { enumParam, textParam } from '../app/search-params.ts';

export const inboxTabs = ['new', 'mine', 'all', 'starred', 'done', 'spam'] as const;
/**
 * Returns the tabs to show to a user. The tab for assigned submissions is hidden from users who signed in
 * with a key, because only members can be assignees.
 */
export const tabsOf = ({ member }: { readonly member?: object }): readonly InboxTab[] =>
  inboxTabs.filter((tab) => tab !== 'mine' || member !== undefined);

export type InboxTab = (typeof inboxTabs)[number];

export interface InboxSearch {
  /** Form id. If it's missing, submissions to all forms are shown. */
  readonly form?: string | undefined;
  /** Selected tab. Defaults to `new`. */
  readonly tab?: InboxTab | undefined;
  readonly q?: string | undefined;
  /** First day to include, in the user's time zone: `2026-11-21`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly files?: 'yes' | undefined;
  /** Id of a member, `me`, or `none`. */
  readonly assignee?: string | undefined;
  /** Id of a label. */
  readonly label?: string | undefined;
  /** Pagination cursor of the page. If it's missing, the page starts with the newest submission. */
  readonly cursor?: string | undefined;
  /** Number of submissions on the pages before this one. */
  readonly start?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayParam = (value: unknown): string | undefined => {
  const text = textParam(value);
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

/**
 * Returns true if the search has words or filters. With words or filters, an empty list doesn't mean that
 * there are no submissions.
 */
export const isFiltered = ({ q, from, to, files, assignee, label }: InboxSearch): boolean =>
  [q, from, to, files, assignee, label].some((each) => each !== undefined);

export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    form: textParam(search['form']),
    tab: enumParam(search['tab'], inboxTabs),
    q: textParam(search['q']),
    from: dayParam(search['from']),
    to: dayParam(search['to']),
    files: enumParam(search['files'], ['yes'] as const),
    assignee: textParam(search['assignee']),
    label: textParam(search['label']),
    cursor: textParam(search['cursor']),
    start: textParam(search['start']),
  };
}
