/** The English texts of the audit log. */
export const auditEn = {
  title: 'Audit log',
};
export type AuditTexts = typeof auditEn;
