/** Maps each screen to the page of the documentation that explains it. */
import type { Path } from './addresses.ts';
import { sectionOf, type SectionId } from '../settings/settings-sections.ts';

/** Pages by screen, as paths below `/docs`. Each section of the form settings has a separate page. */
export const helpPages: Readonly<Record<Exclude<Path, `/forms/$formId/settings${string}`>, string>> = {
  '/forms': 'guides/plain-form',
  '/forms/$formId/import': 'migrating',
  '/inbox': 'inbox',
  '/inbox/$submissionId': 'inbox#work-through-submissions',
  '/export': 'inbox#export',
  '/webhooks': 'automations',
  '/webhooks/$webhookId': 'automations/verify',
  '/usage': 'limits',
  '/keys': 'team#programs',
  '/apps': 'specification#apps',
  '/people': 'team#people',
  '/audit': 'specification#audit-log',
  '/account': 'specification#connections',
  '/data-requests': 'privacy#requests-from-people',
  '/data-requests/$requestId': 'privacy#requests-from-people',
};

const settingsPages: Readonly<Record<SectionId, string>> = {
  setup: 'guides/plain-form',
  share: 'guides/hosted-page',
  emails: 'emails',
  thanks: 'guides/styling#the-services-own-pages',
  fields: 'specification#declared-fields',
  spam: 'spam',
  files: 'guides/files',
  retention: 'specification#retention',
  general: 'specification#forms',
};

/**
 * Returns the URL of the page that explains a screen. For unknown screens, returns the documentation's start
 * page.
 */
export function helpOf(path: Path | undefined, section?: string): string {
  if (path === undefined) return '/docs';
  if (path === '/forms/$formId/settings' || path === '/forms/$formId/settings/$section')
    return `/docs/${settingsPages[sectionOf(section)]}`;
  return `/docs/${helpPages[path]}`;
}
