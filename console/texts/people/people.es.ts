/** The Spanish texts of people. */
import type { PeopleTexts } from './people.en.ts';

export const peopleEs: PeopleTexts = {
  title: 'Personas',
};
