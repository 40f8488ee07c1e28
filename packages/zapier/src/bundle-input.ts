/**
 * Reads a step's input. The platform has already checked required inputs, but the type of every value is
 * unknown.
 */
import type { Bundle } from 'zapier-platform-core';

/** Returns a text input, or undefined if it's empty or absent. */
export function textOf({ inputData }: Pick<Bundle, 'inputData'>, key: string): string | undefined {
  const value = inputData[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Returns a required text input.
 * @throws Error if it is empty or absent
 */
export function requiredTextOf(bundle: Pick<Bundle, 'inputData'>, key: string): string {
  const value = textOf(bundle, key);
  if (value === undefined) throw new Error(`The input ${key} is missing.`);
  return value;
}
