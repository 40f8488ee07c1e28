import { logIdsOf } from '../../lambdas/core/log-ids.ts';

const ULID = '01KB0000000000000000000000';

it.each([
  ['frm_ABCDEFGH01', { form_id: 'frm_ABCDEFGH01' }],
  [`sub_ABCDEFGH01${ULID}`, { form_id: 'frm_ABCDEFGH01', submission_id: `sub_ABCDEFGH01${ULID}` }],
  ['wh_ABCDEFGH010123456789', { form_id: 'frm_ABCDEFGH01', webhook_id: 'wh_ABCDEFGH010123456789' }],
  ['wh_ABCDEFGH01230123456789', { webhook_id: 'wh_ABCDEFGH01230123456789' }],
  [
    `whd_ABCDEFGH010123456789${ULID}`,
    {
      form_id: 'frm_ABCDEFGH01',
      submission_id: `sub_ABCDEFGH01${ULID}`,
      webhook_id: 'wh_ABCDEFGH010123456789',
      delivery_id: `whd_ABCDEFGH010123456789${ULID}`,
    },
  ],
  [
    `whd_ABCDEFGH01230123456789${ULID}JKMNPQRS45`,
    {
      form_id: 'frm_JKMNPQRS45',
      submission_id: `sub_JKMNPQRS45${ULID}`,
      webhook_id: 'wh_ABCDEFGH01230123456789',
      delivery_id: `whd_ABCDEFGH01230123456789${ULID}JKMNPQRS45`,
    },
  ],
  ['contact', {}],
  ['key_01KB0000000000000000000000', {}],
])('logs %s and the ids that it contains', (id, expected) => {
  expect(logIdsOf(id)).toEqual(expected);
});
