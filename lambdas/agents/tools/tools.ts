/** Lists all tools, in the order in which agents see them. */
import { getAccount } from './account-tools.ts';
import { getForm, listForms } from './form-tools.ts';
import { getSubmission, listSubmissions } from './submission-tools.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [getAccount, listForms, getForm, listSubmissions, getSubmission];
