/** The ids and times that the document's examples share, so that they fit together. */
export const FORM_ID = 'frm_8K3Q0ZT5VW';
export const SUBMISSION_ID = 'sub_8K3Q0ZT5VW01KQH8WB3V5M2R8X2T7N4E6W1K';
export const WEBHOOK_ID = 'wh_8K3Q0ZT5VW5DM2XR71PA';
export const DELIVERY_ID = 'whd_8K3Q0ZT5VW5DM2XR71PA01KQH8WB3V5M2R8X2T7N4E6W1K';
export const FILE_ID = 'file_4T9XQA2M8R6W0ZKD';
export const UPLOAD_ID = 'upl_7H2Q9XK4M0T6R8W3Z5V1N2C4DA';
export const MEMBER_ID = 'mem_01KQ4S0D80T7H2W5J9R3X6M8QC';
export const KEY_ID = 'key_01KQ4S0D80C6N1T3E9Y7B5W2ZA';

export const RECEIVED_AT = '2026-11-20T09:30:00.123Z';
export const CREATED_AT = '2026-11-02T08:00:00.000Z';
