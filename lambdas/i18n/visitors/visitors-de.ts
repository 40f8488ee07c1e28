/** German strings for visitors. */
import { countedIn, decimalComma } from '../../core/errors/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('de');
const NOT_SENT = 'Ihre Nachricht wurde nicht gesendet.';
const LATER = 'Bitte versuchen Sie es später noch einmal, oder wenden Sie sich an den Betreiber der Website.';
const TELL_OWNER = 'Bitte geben Sie dem Betreiber der Website Bescheid.';

export const visitorsDe: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'Das Formular war leer',
      happened: 'Alle Felder waren leer, deshalb wurde nichts gesendet.',
      toDo: 'Bitte gehen Sie zurück, füllen Sie das Formular aus und senden Sie es noch einmal ab.',
    }),
    'unreadable-post': () => ({
      heading: 'Ihre Nachricht war nicht lesbar',
      happened: `Bei der Übertragung ist etwas schiefgegangen. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück und senden Sie das Formular noch einmal ab. Hilft das nicht, wenden Sie sich an den Betreiber der Website.',
    }),
    'form-misconfigured': () => ({
      heading: 'Das Formular ist nicht richtig eingerichtet',
      happened: `Das Formular ist auf der Website nicht richtig eingebunden. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Bitte prüfen Sie Ihre Eingaben',
      happened: `Einige Felder sind leer oder enthalten ungültige Werte. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, korrigieren Sie Ihre Angaben und senden Sie das Formular noch einmal ab.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Ihr Text ist zu lang',
      happened: `Alle Felder zusammen dürfen höchstens ${kilobytes}\u00a0KB Text enthalten. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, kürzen Sie Ihren Text und senden Sie das Formular noch einmal ab.',
    }),
    'too-many-fields': ({ limit }) => ({
      heading: 'Das Formular hat zu viele Felder',
      happened: `Ein Formular darf höchstens ${counted(limit, { one: 'Feld', other: 'Felder' })} haben. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'too-many-files': ({ limit }) => ({
      heading: 'Zu viele Dateien',
      happened: `Sie können höchstens ${counted(limit, { one: 'Datei', other: 'Dateien' })} auf einmal senden. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, wählen Sie weniger Dateien aus und senden Sie das Formular noch einmal ab.',
    }),
    'file-too-large': ({ name, megabytes }) => ({
      heading: 'Datei zu groß',
      happened: `Die Datei „${name}“ ist zu groß. Erlaubt sind bis zu ${decimalComma(megabytes)}\u00a0MB pro Datei. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, wählen Sie eine kleinere Datei aus und senden Sie das Formular noch einmal ab.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Ihre Nachricht ist zu groß',
      happened: `Text und Dateien dürfen zusammen höchstens ${megabytes}\u00a0MB groß sein. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, wählen Sie weniger oder kleinere Dateien aus und senden Sie das Formular noch einmal ab.',
    }),
    'files-not-taken': () => ({
      heading: 'Dateien nicht erlaubt',
      happened: `Dieses Formular nimmt keine Dateien an. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, entfernen Sie die Dateien und senden Sie das Formular noch einmal ab.',
    }),
    'file-missing': () => ({
      heading: 'Eine Datei fehlt',
      happened: `Eine ausgewählte Datei wurde nicht hochgeladen, oder der Upload ist abgelaufen. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, wählen Sie Ihre Dateien neu aus und senden Sie das Formular ab.',
    }),
    'form-not-found': () => ({
      heading: 'Formular nicht gefunden',
      happened: `Dieses Formular gibt es nicht. Vielleicht wurde es gelöscht, oder seine Adresse hat sich geändert. ${NOT_SENT}`,
      toDo: 'Bitte wenden Sie sich auf anderem Weg an den Betreiber der Website.',
    }),
    'form-not-live': () => ({
      heading: 'Formular nicht aktiv',
      happened: `Dieses Formular nimmt im Moment keine Nachrichten an. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'Das Formular kann von hier aus nicht gesendet werden',
      happened: `${
        website === undefined
          ? 'Dieses Formular nimmt nur Nachrichten von bestimmten Websites an, und Ihr Browser hat nicht mitgeteilt, von welcher Sie kommen.'
          : `Dieses Formular nimmt keine Nachrichten von der Website ${website} an.`
      } ${NOT_SENT}`,
      toDo: 'Bitte öffnen Sie das Formular auf der Website, zu der es gehört, und senden Sie es dort ab.',
    }),
    'challenge-failed': () => ({
      heading: 'Bitte bestätigen Sie, dass Sie ein Mensch sind',
      happened: `Wir konnten nicht bestätigen, dass ein Mensch das Formular abgesendet hat. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, warten Sie, bis die Prüfung abgeschlossen ist, und senden Sie das Formular noch einmal ab.',
    }),
    'script-needed': () => ({
      heading: 'Ihr Browser konnte nicht geprüft werden',
      happened: `Dieses Formular prüft mit JavaScript, ob es von einem echten Browser gesendet wird. Diese Prüfung ist fehlgeschlagen. ${NOT_SENT}`,
      toDo: 'Bitte gehen Sie zurück, erlauben Sie JavaScript für die Website, laden Sie die Seite neu und senden Sie das Formular noch einmal ab.',
    }),
    'form-closed': () => ({
      heading: 'Formular vorübergehend geschlossen',
      happened: `Dieses Formular ist im Moment geschlossen. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Zu viele Einsendungen',
      happened: `Von Ihrem Internetanschluss kamen zu viele Einsendungen. ${NOT_SENT}`,
      toDo: `Sie können das Formular ${when} noch einmal absenden.`,
    }),
    'service-busy': () => ({
      heading: 'Der Dienst ist überlastet',
      happened: 'Der Dienst ist im Moment stark ausgelastet und konnte Ihre Nachricht nicht verarbeiten.',
      toDo: 'Bitte warten Sie einen Moment, gehen Sie zurück und senden Sie das Formular noch einmal ab.',
    }),
    'internal-error': () => ({
      heading: 'Etwas ist schiefgegangen',
      happened:
        'Bei uns ist ein Fehler aufgetreten. Wir können nicht sicher sagen, ob Ihre Nachricht gesendet wurde.',
      toDo: 'Bitte versuchen Sie es in einigen Minuten noch einmal. Wenn der Fehler erneut auftritt, wenden Sie sich an den Betreiber der Website.',
    }),
    'opened-by-address': () => ({
      heading: 'Dies ist die Adresse eines Formulars',
      happened:
        'An diese Adresse sendet ein Formular auf einer Website seine Daten. Hier gibt es nichts zu sehen.',
      toDo: 'Bitte öffnen Sie die Website mit dem Formular und füllen Sie es dort aus.',
    }),
    'nothing-here': () => ({
      heading: 'Seite nicht gefunden',
      happened: 'Unter dieser Adresse gibt es keine Seite.',
      toDo: 'Bitte prüfen Sie die Adresse oder gehen Sie zurück zur Website.',
    }),
  },
  entries: {
    heading: 'Ihre Eingaben',
    hint: 'Das haben Sie eingegeben. Kopieren Sie Ihre Eingaben jetzt, damit nichts verloren geht.',
    shortened: 'Der Text ist sehr lang. Es wird nur der Anfang angezeigt.',
    file: (name) => `Datei: ${name}`,
  },
  owner: {
    heading: 'Für den Betreiber dieser Website',
    causes: {
      'method-get': () =>
        'Das Formular wird mit der Methode GET gesendet. Dadurch landen seine Felder in der URL. Ergänzen Sie method="post" im <form>-Tag.',
      'unknown-form': ({ slug }) =>
        `Es gibt kein Formular mit dem Slug oder der ID ${slug}. Prüfen Sie das Attribut action im <form>-Tag.`,
      'forms-elsewhere': ({ url }) =>
        `Formularadressen haben die Form ${url}. Korrigieren Sie das Attribut action im <form>-Tag.`,
      'file-names': () =>
        'Das Formular sendet nur die Namen der Dateien. Ergänzen Sie enctype="multipart/form-data" im <form>-Tag.',
      'json-as-form': () =>
        'Die Seite sendet JSON mit dem Content-Type eines Formulars. Senden Sie stattdessen Content-Type: application/json.',
    },
    link: 'So richten Sie ein Formular ein',
  },
  toWebsite: (host) => `Weiter zu ${host}`,
};
