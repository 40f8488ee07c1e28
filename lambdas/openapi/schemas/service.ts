import { healthView } from '../../domain/health.ts';
import { RECEIVED_AT } from './example-ids.ts';
import { answered } from './named.ts';

export const serviceSchemas = [
  answered('Health', healthView, 'The service answers.', {
    status: 'ok',
    version: '1.0.0',
    time: RECEIVED_AT,
  }),
];
