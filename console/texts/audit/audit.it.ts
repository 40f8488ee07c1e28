/** The Italian texts of the audit log. */
import type { AuditTexts } from './audit.en.ts';

export const auditIt: AuditTexts = {
  title: 'Registro',
};
