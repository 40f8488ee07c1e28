/**
 * Parses the service script's report on how a form was filled in. The script adds two fields that aren't part
 * of the submission. Pages without the script send neither field, so their absence isn't a sign of spam.
 */
import type { Payload } from '../core/payload.ts';

/** Field that contains the milliseconds between showing and submitting the form. */
const ELAPSED_FIELD = '_svc_elapsed_ms';
/** Field that reports whether a program controls the browser (`navigator.webdriver`). */
const WEBDRIVER_FIELD = '_svc_webdriver';

export const SCRIPT_FIELDS: readonly string[] = [ELAPSED_FIELD, WEBDRIVER_FIELD];

export interface ScriptReport {
  /**
   * Milliseconds between showing and submitting the form. Undefined if the script doesn't report the time or
   * reports an invalid value.
   */
  readonly elapsedMs: number | undefined;
  readonly webdriver: boolean;
}

/**
 * Returns the script's report.
 * @param posted all fields, including control fields
 */
export function scriptReport(posted: Payload): ScriptReport {
  const elapsed = posted.get(ELAPSED_FIELD) ?? '';
  return {
    elapsedMs: /^\d{1,12}$/.test(elapsed) ? Number(elapsed) : undefined,
    webdriver: ['true', '1'].includes(posted.get(WEBDRIVER_FIELD) ?? ''),
  };
}
