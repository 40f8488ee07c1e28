/** Lambda function that tests filters. */
import { handler as testFilter } from '../../submissions/filters/test-filter.ts';
import { handler as testFormFilter } from '../../submissions/filters/test-form-filter.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'filters'>({ testFormFilter, testFilter });
