/**
 * Reads what the service's own script reports about how a form was filled in. It sends two fields that are
 * not part of the submission. A page without the script sends neither, which is not a sign of spam.
 */
import type { Payload } from '../core/payload.ts';

/** Milliseconds from showing the form to sending it. */
const ELAPSED_FIELD = '_svc_elapsed_ms';
/** Whether a program controls the browser (`navigator.webdriver`). */
const WEBDRIVER_FIELD = '_svc_webdriver';

export const SCRIPT_FIELDS: readonly string[] = [ELAPSED_FIELD, WEBDRIVER_FIELD];

export interface ScriptReport {
  /** Undefined if the script doesn't report it, or reports an invalid value. */
  readonly elapsedMs: number | undefined;
  readonly webdriver: boolean;
}

/** @param posted including the control fields */
export function scriptReport(posted: Payload): ScriptReport {
  const elapsed = posted.get(ELAPSED_FIELD) ?? '';
  return {
    elapsedMs: /^\d{1,12}$/.test(elapsed) ? Number(elapsed) : undefined,
    webdriver: ['true', '1'].includes(posted.get(WEBDRIVER_FIELD) ?? ''),
  };
}
