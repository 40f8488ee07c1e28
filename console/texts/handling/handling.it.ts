/** Italian strings for assignees and labels. */
import type { HandlingTexts } from './handling.en.ts';

export const handlingIt: HandlingTexts = {
  assignee: 'Assegnatario',
  assign: 'Assegna',
  assignTo: 'Assegna a',
  assignedTo: (name) => `Assegnato a ${name}`,
  me: (name) => `${name} (lei)`,
  nobody: 'Nessuno',
  anyone: 'Chiunque',
  label: 'Etichetta',
  labels: 'Etichette',
  anyLabel: 'Qualsiasi etichetta',
  noLabels: 'Non ci sono ancora etichette.',
  manageLabels: 'Crei le etichette nella pagina dell’account',
  labelsHint:
    'Le etichette servono a ordinare gli invii di tutti i moduli. Un account può avere 20 etichette, un invio 5.',
  name: 'Nome',
  newLabel: 'Nuova etichetta',
  color: 'Colore',
  edit: 'Modifica',
  create: 'Crea etichetta',
  deleteNamed: (name) => `Elimina l’etichetta ${name}`,
  deleteTitle: (name) => `Eliminare l’etichetta «${name}»?`,
  deleteText: 'L’etichetta scompare da tutti gli invii.',
  openAssign: 'Assegna a una persona',
  openLabels: 'Aggiungi o rimuovi etichette',
  didAssign: (name, by) => `Assegnato a ${name} ${by}`,
  didUnassign: (by) => `Assegnazione rimossa ${by}`,
  didLabel: (names, by) => `Etichette cambiate in ${names} ${by}`,
  didUnlabel: (by) => `Etichette rimosse ${by}`,
};
