/**
 * Defines the filters of a form's recipients. A recipient without a filter is notified of all submissions.
 */
import * as z from 'zod';
import { emailAddress } from '../../core/text/email-address.ts';
import {
  assertFiltersUsable,
  FILTER_EXAMPLE,
  filterInput,
  parseFilter,
  storedFilter,
  type Filter,
} from '../filters/filter.ts';
import { recipientIdOf, recipientStatuses } from './recipient.ts';

/** A recipient's filter, as it is stored with the form. */
export const recipientFilter = z.object({
  recipient_id: z.string(),
  /** JSON text (`storedFilter`). */
  filter: z.string(),
});
export type RecipientFilter = z.infer<typeof recipientFilter>;

/** An address, either as a string or in the format that the API returns. */
export const recipientInput = z
  .union([
    emailAddress,
    z.strictObject({
      address: emailAddress.describe('The address.'),
      status: z.enum(recipientStatuses).optional().describe('Ignored.'),
      filter: filterInput
        .nullable()
        .optional()
        .describe('Conditions that a submission must meet. Leave it out or send null for all submissions.')
        .meta({ examples: [FILTER_EXAMPLE] }),
    }),
  ])
  .transform((input): RecipientInput => {
    if (typeof input === 'string') return input;
    return input.filter ? { address: input.address, filter: input.filter } : input.address;
  });
export type RecipientInput = string | { readonly address: string; readonly filter: Filter };

export const addressOf = (input: RecipientInput): string =>
  typeof input === 'string' ? input : input.address;

/**
 * Returns the filters to store. If several addresses belong to the same recipient, uses the filter of the
 * first address.
 */
export function recipientFilters(accountId: string, inputs: readonly RecipientInput[]): RecipientFilter[] {
  const filters = new Map<string, string | undefined>();
  for (const input of inputs) {
    const id = recipientIdOf(accountId, addressOf(input));
    if (!filters.has(id)) filters.set(id, typeof input === 'string' ? undefined : storedFilter(input.filter));
  }
  return [...filters].flatMap(([recipient_id, filter]) =>
    filter === undefined ? [] : [{ recipient_id, filter }],
  );
}

/** Returns a recipient's filter, or null if it has none. */
export function filterOfRecipient(filters: readonly RecipientFilter[], recipientId: string): Filter | null {
  return parseFilter(filters.find(({ recipient_id }) => recipient_id === recipientId)?.filter);
}

/**
 * Checks the patterns in recipients' filters.
 * @throws ValidationFailed when a pattern is invalid, or when matching it could take too long
 */
export function assertRecipientFiltersUsable(inputs: readonly RecipientInput[] = []): Promise<void> {
  return assertFiltersUsable(
    inputs.map((input, index) => [
      `notify_emails.${index}.filter`,
      typeof input === 'string' ? undefined : input.filter,
    ]),
  );
}
