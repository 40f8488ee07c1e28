/** Defines the strings of a form's hosted page, in all languages. */
import type { Language } from '../../core/text/language.ts';

export interface HostedTexts {
  readonly send: string;
  /** Follows the label of an optional field. */
  readonly optional: string;
  /** First entry of a list of options. */
  readonly choose: string;
  readonly chooseAgain: (files: string) => string;
  /** Accessible name of an upload's progress bar. */
  readonly uploading: string;
  readonly closed: string;
  /** Link on the thank-you page that opens the empty form again. */
  readonly another: string;
  /** Label of the field that only bots fill in. */
  readonly leaveEmpty: string;
  /** Shown without JavaScript if the form has a bot challenge. */
  readonly needsScript: string;
}

export const hostedTexts: Readonly<Record<Language, HostedTexts>> = {
  en: {
    send: 'Send',
    optional: '(optional)',
    choose: 'Please choose',
    chooseAgain: (files) => `Please choose your files again: ${files}`,
    uploading: 'Uploading your files',
    another: 'Send another response',
    closed: 'This form is closed at the moment. Please come back later.',
    leaveEmpty: 'Leave this field empty',
    needsScript:
      'This form uses JavaScript to check that you’re human. Please turn on JavaScript and reload the page.',
  },
  de: {
    send: 'Absenden',
    optional: '(optional)',
    choose: 'Bitte auswählen',
    chooseAgain: (files) => `Bitte wählen Sie Ihre Dateien noch einmal aus: ${files}`,
    uploading: 'Ihre Dateien werden hochgeladen',
    another: 'Noch eine Antwort senden',
    closed: 'Dieses Formular ist zurzeit geschlossen. Bitte schauen Sie später noch einmal vorbei.',
    leaveEmpty: 'Dieses Feld bitte leer lassen',
    needsScript:
      'Dieses Formular prüft mit JavaScript, ob Sie ein Mensch sind. Bitte schalten Sie JavaScript ein und laden Sie die Seite neu.',
  },
  es: {
    send: 'Enviar',
    optional: '(opcional)',
    choose: 'Elija una opción',
    chooseAgain: (files) => `Vuelva a elegir sus archivos: ${files}`,
    uploading: 'Subiendo sus archivos',
    another: 'Enviar otra respuesta',
    closed: 'Este formulario está cerrado en este momento. Vuelva a intentarlo más tarde.',
    leaveEmpty: 'Deje este campo vacío',
    needsScript:
      'Este formulario usa JavaScript para comprobar que es una persona. Active JavaScript y vuelva a cargar la página.',
  },
  it: {
    send: 'Invia',
    optional: '(facoltativo)',
    choose: 'Scelga un’opzione',
    chooseAgain: (files) => `Scelga di nuovo i file: ${files}`,
    uploading: 'Caricamento dei file',
    another: 'Invia un’altra risposta',
    closed: 'Al momento questo modulo è chiuso. Riprovi più tardi.',
    leaveEmpty: 'Lasci vuoto questo campo',
    needsScript:
      'Questo modulo usa JavaScript per verificare che lei sia una persona. Attivi JavaScript e ricarichi la pagina.',
  },
  ru: {
    send: 'Отправить',
    optional: '(необязательно)',
    choose: 'Выберите вариант',
    chooseAgain: (files) => `Выберите файлы ещё раз: ${files}`,
    uploading: 'Загрузка файлов',
    another: 'Отправить ещё один ответ',
    closed: 'Сейчас эта форма закрыта. Пожалуйста, зайдите позже.',
    leaveEmpty: 'Оставьте это поле пустым',
    needsScript:
      'Эта форма проверяет с помощью JavaScript, что вы человек. Включите JavaScript и обновите страницу.',
  },
};
