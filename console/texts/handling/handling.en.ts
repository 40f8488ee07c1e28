/** English strings for assignees and labels. */

export const handlingEn = {
  assignee: 'Assignee',
  assign: 'Assign',
  assignTo: 'Assign to',
  assignedTo: (name: string) => `Assigned to ${name}`,
  me: (name: string) => `${name} (you)`,
  nobody: 'No one',
  anyone: 'Anyone',
  label: 'Label',
  labels: 'Labels',
  anyLabel: 'Any label',
  noLabels: 'There are no labels yet.',
  manageLabels: 'Create labels on the account page',
  labelsHint:
    'Use labels to organize submissions across all forms. You can create up to 20 labels and add up to 5 to a submission.',
  name: 'Name',
  newLabel: 'New label',
  color: 'Color',
  edit: 'Edit',
  create: 'Create label',
  deleteNamed: (name: string) => `Delete the label ${name}`,
  deleteTitle: (name: string) => `Delete the label “${name}”?`,
  deleteText: 'The label is removed from all submissions.',
  openAssign: 'Assign to a person',
  openLabels: 'Add or remove labels',
  didAssign: (name: string, by: string) => `Assigned to ${name} by ${by}`,
  didUnassign: (by: string) => `Assignee removed by ${by}`,
  didLabel: (names: string, by: string) => `Labels changed to ${names} by ${by}`,
  didUnlabel: (by: string) => `Labels removed by ${by}`,
};
export type HandlingTexts = typeof handlingEn;
