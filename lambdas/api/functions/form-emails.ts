/** Lambda function that sends confirmation and test e-mails to a form's recipients. */
import { handler as resendConfirmation } from '../../forms/recipients/resend-confirmation.ts';
import { handler as sendTestEmail } from '../../forms/recipients/send-test-email.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'formEmails'>({ resendConfirmation, sendTestEmail });
