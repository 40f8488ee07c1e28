/**
 * Reads how a form was filled in, as reported by the service's script. The script adds two fields that aren't
 * part of the submission. Pages without the script send neither, which isn't a sign of spam.
 */
import type { Payload } from '../core/payload.ts';

/** Milliseconds between showing the form and sending it. */
const ELAPSED_FIELD = '_svc_elapsed_ms';
/** Says whether a program controls the browser (`navigator.webdriver`). */
const WEBDRIVER_FIELD = '_svc_webdriver';

export const SCRIPT_FIELDS: readonly string[] = [ELAPSED_FIELD, WEBDRIVER_FIELD];

export interface ScriptReport {
  /** Undefined if the script doesn't report it or reports an invalid value. */
  readonly elapsedMs: number | undefined;
  readonly webdriver: boolean;
}

/** @param posted all fields, including control fields */
export function scriptReport(posted: Payload): ScriptReport {
  const elapsed = posted.get(ELAPSED_FIELD) ?? '';
  return {
    elapsedMs: /^\d{1,12}$/.test(elapsed) ? Number(elapsed) : undefined,
    webdriver: ['true', '1'].includes(posted.get(WEBDRIVER_FIELD) ?? ''),
  };
}
