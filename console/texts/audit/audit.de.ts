/** The German texts of the audit log. */
import type { AuditTexts } from './audit.en.ts';

export const auditDe: AuditTexts = {
  title: 'Protokoll',
};
