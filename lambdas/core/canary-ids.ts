/** Ids of the canary, by which others leave out what it posts. */

export const CANARY_FORM = 'frm_CANARY0000';
export const CANARY_WEBHOOK = 'wh_CANARY0000CANARY0000';
