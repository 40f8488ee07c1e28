/** The English texts of people. */
export const peopleEn = {
  title: 'People',
};
export type PeopleTexts = typeof peopleEn;
