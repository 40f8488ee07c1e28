/** Lambda function for the confirmation and unsubscribe links. */
import { handler as getConfirmation } from '../../emails/recipients/get-confirmation.ts';
import { handler as confirmRecipient } from '../../emails/recipients/confirm-recipient.ts';
import { handler as getUnsubscription } from '../../emails/recipients/get-unsubscription.ts';
import { handler as unsubscribeRecipient } from '../../emails/recipients/unsubscribe-recipient.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'recipientPages'>({
  getConfirmation,
  confirmRecipient,
  getUnsubscription,
  unsubscribeRecipient,
});
