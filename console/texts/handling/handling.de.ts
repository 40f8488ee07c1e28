/** German strings for assignees and labels. */
import type { HandlingTexts } from './handling.en.ts';

export const handlingDe: HandlingTexts = {
  assignee: 'Zuständig',
  assign: 'Zuweisen',
  assignTo: 'Zuweisen an',
  assignedTo: (name) => `Zugewiesen an ${name}`,
  me: (name) => `${name} (Sie)`,
  nobody: 'Niemand',
  anyone: 'Alle',
  label: 'Label',
  labels: 'Labels',
  anyLabel: 'Alle Labels',
  noLabels: 'Es gibt noch keine Labels.',
  manageLabels: 'Labels auf der Kontoseite erstellen',
  labelsHint:
    'Mit Labels ordnen Sie Einsendungen aller Formulare. Sie können bis zu 20 Labels erstellen und einer Einsendung bis zu 5 Labels hinzufügen.',
  name: 'Name',
  newLabel: 'Neues Label',
  color: 'Farbe',
  edit: 'Bearbeiten',
  create: 'Label erstellen',
  deleteNamed: (name) => `Label ${name} löschen`,
  deleteTitle: (name) => `Label „${name}“ löschen?`,
  deleteText: 'Das Label wird von allen Einsendungen entfernt.',
  openAssign: 'Einer Person zuweisen',
  openLabels: 'Labels hinzufügen oder entfernen',
  didAssign: (name, by) => `Von ${by} an ${name} zugewiesen`,
  didUnassign: (by) => `Zuweisung von ${by} entfernt`,
  didLabel: (names, by) => `Labels von ${by} geändert: ${names}`,
  didUnlabel: (by) => `Labels von ${by} entfernt`,
};
