/** Defines the named schemas for health, usage, documentation and problem types. */
import { homeView, openapiView, problemTypeView } from '../../documentation/documentation-views.ts';
import { healthView } from '../../health/health-view.ts';
import { en } from '../../../i18n/en.ts';
import { remedies } from '../../../i18n/remedies.ts';
import { usageView } from '../../../accounts/usage.ts';
import { problemStatuses } from '../../../http/problem-document.ts';
import { idOnlyView } from '../../../http/write-only-response.ts';
import { FORM_ID, RECEIVED_AT } from './example-ids.ts';
import { responseSchema } from './named-schema.ts';

export const serviceSchemas = [
  responseSchema(
    'IdOnly',
    idOnlyView,
    'Response when a caller without the scope `read` creates a resource. Contains the new ID, and secrets that are shown only once.',
    { id: FORM_ID },
  ),
  responseSchema('Health', healthView, 'The service is up.', {
    status: 'ok',
    version: '1.0.0',
    time: RECEIVED_AT,
  }),
  responseSchema('Usage', usageView, "The account's usage in the current calendar month (UTC).", {
    account_id: 'acc_7Q2M5XR0T8ZK',
    plan: 'pro',
    period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    submissions: { used: 412, limit: 10_000, remaining: 9588 },
    uploads: { allowed: true, max_file_bytes: 26_214_400 },
    refused: [{ form_id: FORM_ID, reason: 'rate-limited' as const, count: 17 }],
  }),
  responseSchema('Home', homeView, 'Links to the documentation and the console.', {
    name: 'Form backend',
    version: '1.0.0',
    documentation: 'https://forms.example.org/docs',
    openapi: 'https://forms.example.org/openapi',
    console: 'https://forms.example.org/console',
    health: 'https://forms.example.org/v1/health',
  }),
  responseSchema('OpenApi', openapiView, 'An OpenAPI 3.1 document.', { openapi: '3.1.0' }),
  responseSchema('ProblemType', problemTypeView, 'A problem type.', {
    type: 'https://forms.example.org/problems/quota-exceeded',
    code: 'quota-exceeded',
    title: en.problems['quota-exceeded'].title,
    status: problemStatuses['quota-exceeded'],
    meaning: en.problems['quota-exceeded'].meaning,
    remedy: remedies.en['quota-exceeded'],
  }),
];
