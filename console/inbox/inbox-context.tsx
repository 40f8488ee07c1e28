/** What the submission beside the list knows of the list: its neighbours, and how to go back. */
import { createContext, use } from 'react';

export interface InboxPlace {
  /** Ids of the submissions before and after the one that is open, in the order of the list. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly open: (submissionId: string) => void;
  readonly close: () => void;
}

export const InboxPlaceContext = createContext<InboxPlace | undefined>(undefined);

export function useInboxPlace(): InboxPlace {
  const place = use(InboxPlaceContext);
  if (!place) throw new Error('useInboxPlace is used outside of the inbox');
  return place;
}
