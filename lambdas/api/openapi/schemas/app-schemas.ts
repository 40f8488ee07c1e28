/** Defines the named schemas for apps and connections. */
import { appInput, appPatch, appView, appViewWithSecret, createdAppView } from '../../../apps/app.ts';
import { connectionView } from '../../../connections/connection-view.ts';
import { CLIENT_ID, CONNECTION_ID, CREATED_AT, FORM_ID, MEMBER_ID, RECEIVED_AT } from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const settings = {
  name: 'Zapier',
  logo_url: 'https://cdn.example.org/zapier.png',
  redirect_uris: ['https://zapier.example.org/oauth/return'],
};
const example = {
  id: CLIENT_ID,
  ...settings,
  type: 'confidential' as const,
  previous_secret_expires_at: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};
const secret = '<CLIENT_SECRET>';

export const appSchemas = [
  requestSchema('OauthClientInput', appInput, 'An app to register.', {
    ...settings,
    type: 'confidential',
  }),
  requestSchema('OauthClientPatch', appPatch, 'Changes to an app.', settings),
  responseSchema('OauthClient', appView, 'An app that members of the account can connect.', example),
  responseSchema(
    'CreatedOauthClient',
    createdAppView,
    'A new app. The secret of a confidential app is only shown in this response.',
    { ...example, secret },
  ),
  responseSchema(
    'OauthClientWithSecret',
    appViewWithSecret,
    'An app with its new secret, which is only shown in this response.',
    { ...example, previous_secret_expires_at: '2026-11-03T08:00:00.000Z', secret },
  ),
  responseSchema('Connection', connectionView, 'An app that a member has connected, and its permissions.', {
    id: CONNECTION_ID,
    client_id: CLIENT_ID,
    app_name: 'Zapier',
    member_id: MEMBER_ID,
    scopes: ['read' as const, 'write' as const],
    form_ids: [FORM_ID],
    resource: null,
    created_at: CREATED_AT,
    last_used_at: RECEIVED_AT,
    expires_at: '2026-12-20T09:30:00.123Z',
  }),
];
