/** The Russian texts of the audit log. */
import type { AuditTexts } from './audit.en.ts';

export const auditRu: AuditTexts = {
  title: 'Журнал',
};
