/** Reads what a step was given; the platform checks required inputs before, and passes everything as unknown. */
import type { Bundle } from 'zapier-platform-core';

/** @returns the text, undefined when it is empty or absent */
export function textOf({ inputData }: Pick<Bundle, 'inputData'>, key: string): string | undefined {
  const value = inputData[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws Error when it is empty or absent */
export function requiredTextOf(bundle: Pick<Bundle, 'inputData'>, key: string): string {
  const value = textOf(bundle, key);
  if (value === undefined) throw new Error(`The input ${key} is missing.`);
  return value;
}
