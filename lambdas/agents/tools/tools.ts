/** Lists all tools in the order that agents see them. */
import { getAccount } from './account-tools.ts';
import { updateSubmissions } from './change-submissions-tool.ts';
import { searchDocs } from './docs-tools.ts';
import { getForm, listForms } from './form-tools.ts';
import { createForm, getFormSnippet, updateForm } from './form-writing-tools.ts';
import { getFormStatistics } from './statistics-tools.ts';
import { getSubmission, listSubmissions } from './submission-tools.ts';
import type { Tool } from './tool.ts';
import { listDeliveries, listWebhooks, replayDelivery } from './webhook-tools.ts';

export const tools: readonly Tool[] = [
  getAccount,
  listForms,
  getForm,
  getFormSnippet,
  createForm,
  updateForm,
  getFormStatistics,
  listSubmissions,
  getSubmission,
  updateSubmissions,
  listWebhooks,
  listDeliveries,
  replayDelivery,
  searchDocs,
];
