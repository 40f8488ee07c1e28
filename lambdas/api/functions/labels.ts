/** Lambda function for the label and assignee operations. */
import { handler as listLabels } from '../../submissions/labels/list-labels.ts';
import { handler as createLabel } from '../../submissions/labels/create-label.ts';
import { handler as updateLabel } from '../../submissions/labels/update-label.ts';
import { handler as deleteLabel } from '../../submissions/labels/delete-label.ts';
import { handler as listAssignees } from '../../submissions/handling/list-assignees.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'labels'>({
  listLabels,
  createLabel,
  updateLabel,
  deleteLabel,
  listAssignees,
});
