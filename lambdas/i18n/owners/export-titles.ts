/** Titles of the standard columns of exported tables, in all languages. */
import type { Language } from '../../core/text/language.ts';

interface ExportTitles {
  /** Name of an Excel sheet without submissions. */
  readonly sheet: string;
  readonly form: string;
  readonly id: string;
  readonly received_at: string;
  readonly status: string;
  readonly starred: string;
  readonly note: string;
  readonly assignee: string;
  readonly labels: string;
  readonly handled_at: string;
  readonly attachments: string;
  readonly more_fields: string;
}

export const exportTitles: Readonly<Record<Language, ExportTitles>> = {
  en: {
    sheet: 'Submissions',
    form: 'Form',
    id: 'ID',
    received_at: 'Received',
    status: 'Status',
    starred: 'Starred',
    note: 'Note',
    assignee: 'Assignee',
    labels: 'Labels',
    handled_at: 'Done at',
    attachments: 'Files',
    more_fields: 'More fields',
  },
  de: {
    sheet: 'Einsendungen',
    form: 'Formular',
    id: 'ID',
    received_at: 'Eingegangen',
    status: 'Status',
    starred: 'Mit Stern',
    note: 'Notiz',
    assignee: 'Zuständig',
    labels: 'Labels',
    handled_at: 'Erledigt am',
    attachments: 'Dateien',
    more_fields: 'Weitere Felder',
  },
  es: {
    sheet: 'Envíos',
    form: 'Formulario',
    id: 'ID',
    received_at: 'Recibido',
    status: 'Estado',
    starred: 'Destacado',
    note: 'Nota',
    assignee: 'Responsable',
    labels: 'Etiquetas',
    handled_at: 'Resuelto el',
    attachments: 'Archivos',
    more_fields: 'Más campos',
  },
  it: {
    sheet: 'Invii',
    form: 'Modulo',
    id: 'ID',
    received_at: 'Ricevuto',
    status: 'Stato',
    starred: 'Speciale',
    note: 'Nota',
    assignee: 'Assegnatario',
    labels: 'Etichette',
    handled_at: 'Completato il',
    attachments: 'File',
    more_fields: 'Altri campi',
  },
  ru: {
    sheet: 'Заявки',
    form: 'Форма',
    id: 'ID',
    received_at: 'Получено',
    status: 'Статус',
    starred: 'Избранное',
    note: 'Заметка',
    assignee: 'Ответственный',
    labels: 'Метки',
    handled_at: 'Выполнено',
    attachments: 'Файлы',
    more_fields: 'Другие поля',
  },
};
