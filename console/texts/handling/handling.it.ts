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
    'Usi le etichette per organizzare gli invii di tutti i moduli. Può creare fino a 20 etichette e aggiungerne fino a 5 a ogni invio.',
  name: 'Nome',
  newLabel: 'Nuova etichetta',
  color: 'Colore',
  edit: 'Modifica',
  create: 'Crea etichetta',
  deleteNamed: (name) => `Elimina l’etichetta ${name}`,
  deleteTitle: (name) => `Eliminare l’etichetta «${name}»?`,
  deleteText: 'L’etichetta verrà rimossa da tutti gli invii.',
  openAssign: 'Assegna a una persona',
  openLabels: 'Aggiungi o rimuovi etichette',
  didAssign: (name, by) => `Assegnato a ${name} ${by}`,
  didUnassign: (by) => `Assegnazione rimossa ${by}`,
  didLabel: (names, by) => `Etichette modificate ${by}: ${names}`,
  didUnlabel: (by) => `Etichette rimosse ${by}`,
};
