/** The English texts of the inbox screen. */
export const inboxEn = { title: 'Inbox' };
export type InboxTexts = typeof inboxEn;
