/** The Russian texts of people. */
import type { PeopleTexts } from './people.en.ts';

export const peopleRu: PeopleTexts = {
  title: 'Люди',
};
