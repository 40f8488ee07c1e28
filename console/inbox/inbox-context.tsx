/** Tells the open submission about the list next to it: its neighbors, and how to go back. */
import { createContext, use } from 'react';

export interface InboxPlace {
  /** Ids of the submissions before and after the open one, in list order. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly open: (submissionId: string) => void;
  readonly close: () => void;
}

export const InboxPlaceContext = createContext<InboxPlace | undefined>(undefined);

export function useInboxPlace(): InboxPlace {
  const place = use(InboxPlaceContext);
  if (!place) throw new Error('useInboxPlace must be used inside the inbox');
  return place;
}
