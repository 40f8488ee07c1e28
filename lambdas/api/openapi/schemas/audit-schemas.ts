/** Defines the named schema for audit log entries. */
import { auditEventView } from '../../../audit/audit-event.ts';
import { FORM_ID, KEY_ID } from './example-ids.ts';
import { responseSchema } from './named-schema.ts';

export const auditSchemas = [
  responseSchema('AuditEvent', auditEventView, 'A change, with its actor, target and outcome.', {
    id: 'aud_01KQH8WB3V5M2R8X2T7N4E6W1K',
    at: '2026-11-20T10:02:11.000Z',
    actor: { type: 'key', id: KEY_ID, name: 'CI' },
    action: 'updateForm',
    target: { type: 'form', id: FORM_ID, name: 'Contact' },
    outcome: 'completed',
    changes: [
      { member: 'name' },
      { member: 'redirect_url', from: ['www.example.com'], to: ['shop.example.com'] },
    ],
    request_id: 'Zx3kLh8dIAMEV0w=',
    ip: '203.0.113.7',
    tool: 'update_form',
  }),
];
