/**
 * Reads the input of a step. The platform has already checked required inputs, but passes all values as
 * unknown.
 */
import type { Bundle } from 'zapier-platform-core';

/** @returns the text; undefined if it is empty or absent */
export function textOf({ inputData }: Pick<Bundle, 'inputData'>, key: string): string | undefined {
  const value = inputData[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws Error if it is empty or absent */
export function requiredTextOf(bundle: Pick<Bundle, 'inputData'>, key: string): string {
  const value = textOf(bundle, key);
  if (value === undefined) throw new Error(`The input ${key} is missing.`);
  return value;
}
