/** Lambda function for the consent page of apps. */
import { handler as askConsent } from '../../connections/ask-consent.ts';
import { handler as answerConsent } from '../../connections/answer-consent.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'consent'>({ askConsent, answerConsent });
