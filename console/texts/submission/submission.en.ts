/** The English texts of one submission. */
export const submissionEn = {
  title: 'Submission',
};
export type SubmissionTexts = typeof submissionEn;
