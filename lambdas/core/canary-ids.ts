/** Ids of the canary. Other code uses them to ignore its posts. */

export const CANARY_FORM = 'frm_CANARY0000';
export const CANARY_WEBHOOK = 'wh_CANARY0000CANARY0000';
