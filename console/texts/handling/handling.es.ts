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
    'Use etiquetas para organizar los envíos de todos los formularios. Puede crear hasta 20 etiquetas y añadir hasta 5 a cada envío.',
  name: 'Nombre',
  newLabel: 'Nueva etiqueta',
  color: 'Color',
  edit: 'Editar',
  create: 'Crear etiqueta',
  deleteNamed: (name) => `Eliminar la etiqueta ${name}`,
  deleteTitle: (name) => `¿Eliminar la etiqueta «${name}»?`,
  deleteText: 'La etiqueta se quitará de todos los envíos.',
  openAssign: 'Asignar a una persona',
  openLabels: 'Añadir o quitar etiquetas',
  didAssign: (name, by) => `Asignado a ${name} por ${by}`,
  didUnassign: (by) => `Asignación retirada por ${by}`,
  didLabel: (names, by) => `Etiquetas modificadas por ${by}: ${names}`,
  didUnlabel: (by) => `Etiquetas quitadas por ${by}`,
};
