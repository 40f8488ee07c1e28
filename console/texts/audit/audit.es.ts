/** The Spanish texts of the audit log. */
import type { AuditTexts } from './audit.en.ts';

export const auditEs: AuditTexts = {
  title: 'Registro',
};
