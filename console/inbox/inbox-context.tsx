/**
 * Provides the open submission's position in the list: its neighbors, and functions to open another
 * submission or go back.
 */
import { createContext, use } from 'react';

export interface InboxPlace {
  /** Id of the previous submission in the list. `next` is the id of the next submission. */
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
