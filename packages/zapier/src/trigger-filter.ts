/** Defines the trigger's filter, which the service applies before it sends a submission to the Zap. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { textOf } from './bundle-input.ts';

export const filterInput = {
  key: 'filter',
  label: 'Filter (JSON)',
  type: 'text',
  required: false,
  helpText:
    'Only triggers for submissions that match, for example `{"all": [{"field": "topic", "op": "equals", "value": "sales"}]}`. Leave empty for all submissions.',
} as const;

/**
 * Returns the filter for the webhook, or null if the user entered none. The service checks its conditions.
 * @throws Error if the text isn't JSON
 */
export function filterOf(z: ZObject, bundle: Bundle): unknown {
  const text = textOf(bundle, 'filter')?.trim() ?? '';
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new z.errors.Error(
      'The filter must be JSON, for example {"all": [{"field": "topic", "op": "equals", "value": "sales"}]}.',
      'invalid-filter',
    );
  }
}
