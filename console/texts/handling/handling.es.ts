/** Spanish strings for assignees and labels. */
import type { HandlingTexts } from './handling.en.ts';

export const handlingEs: HandlingTexts = {
  assignee: 'Responsable',
  assign: 'Asignar',
  assignTo: 'Asignar a',
  assignedTo: (name) => `Asignado a ${name}`,
  me: (name) => `${name} (usted)`,
  nobody: 'Nadie',
  anyone: 'Cualquiera',
  label: 'Etiqueta',
  labels: 'Etiquetas',
  anyLabel: 'Cualquier etiqueta',
  noLabels: 'Todavía no hay etiquetas.',
  manageLabels: 'Cree etiquetas en la página de la cuenta',
  labelsHint:
    'Las etiquetas clasifican los envíos de todos los formularios. Una cuenta puede tener 20 etiquetas, y un envío, 5.',
  name: 'Nombre',
  newLabel: 'Nueva etiqueta',
  color: 'Color',
  edit: 'Editar',
  create: 'Crear etiqueta',
  deleteNamed: (name) => `Eliminar la etiqueta ${name}`,
  deleteTitle: (name) => `¿Eliminar la etiqueta «${name}»?`,
  deleteText: 'La etiqueta desaparece de todos los envíos.',
  openAssign: 'Asignar a una persona',
  openLabels: 'Añadir o quitar etiquetas',
  didAssign: (name, by) => `Asignado a ${name} por ${by}`,
  didUnassign: (by) => `Responsable quitado por ${by}`,
  didLabel: (names, by) => `Etiquetas cambiadas a ${names} por ${by}`,
  didUnlabel: (by) => `Etiquetas quitadas por ${by}`,
};
