/** Defines the canary's ids so that other code can ignore the canary's submissions. */

export const CANARY_FORM = 'frm_CANARY0000';
export const CANARY_WEBHOOK = 'wh_CANARY0000CANARY0000';
