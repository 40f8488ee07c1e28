/** Defines the named schemas for data requests. */
import {
  certificate,
  dataRequestCounts,
  dataRequestInput,
  told,
} from '../../../data-requests/data-request.ts';
import { dataRequestView, matchView } from '../../../data-requests/data-request-view.ts';
import {
  CONNECTION_ID,
  CREATED_AT,
  DATA_REQUEST_ID,
  FORM_ID,
  RECEIVED_AT,
  SUBMISSION_ID,
  WEBHOOK_ID,
} from './example-ids.ts';
import { requestSchema, responseSchema } from './named-schema.ts';

const countsExample = { submissions: 12, spam: 1, files: 3, emails: 24, deliveries: 12, recipients: 1 };

const toldExample = {
  webhooks: [{ webhook_id: WEBHOOK_ID, host: 'crm.example.org', deliveries: 12 }],
  recipients: [{ address: 'team@example.org', emails: 12 }],
  connections: [{ connection_id: CONNECTION_ID, name: 'Shop', deliveries: 3 }],
};

const certificateExample = {
  digest: '5f0c6a1d9b7e4c3288d1f6e0a4b7c952',
  kind: 'export' as const,
  counts: countsExample,
  searched_until: CREATED_AT,
  finished_at: '2026-11-02T08:00:41.000Z',
  remains: [{ what: 'The ZIP file of the export', until: '2026-11-09T08:00:41.000Z' }],
  told: toldExample,
};

export const dataRequestSchemas = [
  requestSchema('DataRequestInput', dataRequestInput, "A search for a person's data.", {
    kind: 'export',
    email: 'ada@example.org',
    note: 'Ticket 4711',
  }),
  responseSchema('DataRequestCounts', dataRequestCounts, 'How much was found or erased.', countsExample),
  responseSchema('DataRequestCopies', told, 'The recipients of copies of the submissions.', toldExample),
  responseSchema('DataRequestCertificate', certificate, 'Proof of a finished request.', certificateExample),
  responseSchema('DataRequestMatch', matchView, 'A submission that a data request found.', {
    submission_id: SUBMISSION_ID,
    form_id: FORM_ID,
    received_at: RECEIVED_AT,
    status: 'received',
    fields: ['email', '$note'],
  }),
  responseSchema('DataRequest', dataRequestView, 'A data request with its progress.', {
    id: DATA_REQUEST_ID,
    kind: 'export',
    email: null,
    terms: null,
    note: null,
    status: 'finished',
    reason: null,
    created_at: CREATED_AT,
    searched_until: CREATED_AT,
    counts: countsExample,
    forms: [{ form_id: FORM_ID, name: 'Contact', submissions: 12 }],
    told: toldExample,
    unchanged: { members: 0, spam_lists: [{ form_id: FORM_ID, list: 'blocked' }] },
    download_url: 'https://exports.example.org/data-requests/data.zip?signature=3q2-7w',
    certificate: certificateExample,
    finished_at: '2026-11-02T08:00:41.000Z',
  }),
];
