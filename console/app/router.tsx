/** The addresses of all screens. Each screen is loaded when it is first opened; what its address holds is checked here. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { auditSearch } from '../audit/audit-search.ts';
import { inboxSearch } from '../inbox/inbox-search.ts';
import { keysSearch } from '../keys/keys-search.ts';
import { peopleSearch } from '../people/people-search.ts';
import { Skeleton } from '../ui/states.tsx';
import { NotHere, ScreenFailed } from '../shell/route-states.tsx';
import { webhookSearch } from '../webhooks/webhook-search.ts';
import { parseParams, stringifyParams, textParam } from './search-params.ts';
import { Shell } from '../shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotHere });

const ofForm = (search: Record<string, unknown>): { form?: string | undefined } => ({
  form: textParam(search['form']),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- this is how the router is told
    throw redirect({ to: '/forms' });
  },
});
const forms = createRoute({
  getParentRoute: () => root,
  path: '/forms',
  component: lazyRouteComponent(() => import('../forms/forms-screen.tsx'), 'FormsScreen'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/forms/$formId/settings',
  component: lazyRouteComponent(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
});
const settingsSection = createRoute({
  getParentRoute: () => root,
  path: '/forms/$formId/settings/$section',
  component: lazyRouteComponent(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
});
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../inbox/inbox-screen.tsx'), 'InboxScreen'),
});
/** Beside the list, which stays as it is. */
const submission = createRoute({
  getParentRoute: () => inbox,
  path: '$submissionId',
  component: lazyRouteComponent(() => import('../submission/submission-screen.tsx'), 'SubmissionScreen'),
});
const exports = createRoute({
  getParentRoute: () => root,
  path: '/export',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('../exports/export-screen.tsx'), 'ExportScreen'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: ofForm,
  component: lazyRouteComponent(() => import('../webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('../webhooks/webhook-screen.tsx'), 'WebhookScreen'),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyRouteComponent(() => import('../usage/usage-screen.tsx'), 'UsageScreen'),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  validateSearch: keysSearch,
  component: lazyRouteComponent(() => import('../keys/keys-screen.tsx'), 'KeysScreen'),
});
const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => import('../people/people-screen.tsx'), 'PeopleScreen'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../audit/audit-screen.tsx'), 'AuditScreen'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('../account/account-screen.tsx'), 'AccountScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, forms, settings, settingsSection, inbox.addChildren([submission]), exports],
    ...[webhooks, webhook, usage, keys, people, audit, account],
  ]),
  basepath: '/console',
  parseSearch: parseParams,
  stringifySearch: stringifyParams,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: () => <Skeleton />,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
