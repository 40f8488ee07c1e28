/** The Italian texts of people. */
import type { PeopleTexts } from './people.en.ts';

export const peopleIt: PeopleTexts = {
  title: 'Persone',
};
