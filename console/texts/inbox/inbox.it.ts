/** Texts of the inbox screen. */
import type { InboxTexts } from './inbox.en.ts';

export const inboxIt: InboxTexts = { title: 'Inbox' };
