/**
 * Lists the console's screens with a URL for each, for tests that cover every screen. When you add a screen,
 * add a line here.
 */
import type { ServiceUnderTest } from '../../../support/service/service.ts';

/** Returns the paths of all screens below `/console`, by name. */
export async function screens(service: ServiceUnderTest): Promise<Record<string, string>> {
  const { data: forms } = (await service.manage('GET', '/v1/forms')).body;
  const form: string = forms[0]?.id ?? service.outputs.form.id;
  const { data: webhooks } = (await service.manage('GET', `/v1/forms/${service.outputs.form.id}/webhooks`))
    .body;
  const webhook: string = webhooks[0]?.id ?? 'none';
  const { data: submissions } = (await service.manage('GET', '/v1/submissions?limit=1')).body;
  const wanted = { kind: 'erase', email: 'nobody@example.org' };
  const { data: requests } = (await service.manage('GET', '/v1/data-requests?limit=1')).body;
  const dataRequest: string =
    requests[0]?.id ?? (await service.manage('POST', '/v1/data-requests', wanted)).body.id;
  return {
    forms: '/forms',
    inbox: '/inbox',
    'inbox-of-form': `/inbox?form=${form}&tab=all`,
    submission: `/inbox/${String(submissions[0]?.id)}?tab=all`,
    export: `/export?form=${form}`,
    settings: `/forms/${form}/settings`,
    ...Object.fromEntries(
      ['share', 'emails', 'thanks', 'fields', 'spam', 'files', 'retention', 'general'].map((section) => [
        `settings-${section}`,
        `/forms/${form}/settings/${section}`,
      ]),
    ),
    import: `/forms/${form}/import`,
    webhooks: '/webhooks',
    webhook: `/webhooks/${webhook}`,
    'webhook-settings': `/webhooks/${webhook}?view=settings`,
    'webhook-verify': `/webhooks/${webhook}?view=verify`,
    usage: '/usage',
    keys: '/keys',
    apps: '/apps',
    people: '/people',
    audit: '/audit',
    account: '/account',
    'data-requests': '/data-requests',
    'data-request': `/data-requests/${dataRequest}`,
  };
}
