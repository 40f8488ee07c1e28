/**
 * What the service's own script says of how a form was filled in, in two fields that are no part of the submission. A page
 * without the script sends neither, and that is no sign of anything.
 */
import type { Payload } from '../core/payload.ts';

/** Milliseconds from when the form was shown until it was sent. */
const ELAPSED_FIELD = '_svc_elapsed_ms';
/** Whether a program drives the browser (`navigator.webdriver`). */
const WEBDRIVER_FIELD = '_svc_webdriver';

export const SCRIPT_FIELDS: readonly string[] = [ELAPSED_FIELD, WEBDRIVER_FIELD];

export interface ScriptReport {
  /** Undefined when the script does not say, or says nothing readable. */
  readonly elapsedMs: number | undefined;
  readonly webdriver: boolean;
}

/** @param posted with the control fields */
export function scriptReport(posted: Payload): ScriptReport {
  const elapsed = posted.get(ELAPSED_FIELD) ?? '';
  return {
    elapsedMs: /^\d{1,12}$/.test(elapsed) ? Number(elapsed) : undefined,
    webdriver: ['true', '1'].includes(posted.get(WEBDRIVER_FIELD) ?? ''),
  };
}
