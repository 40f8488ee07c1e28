/** The German texts of people. */
import type { PeopleTexts } from './people.en.ts';

export const peopleDe: PeopleTexts = {
  title: 'Personen',
};
