/** German text for the consent pages. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentDe: ConsentTexts = {
  heading: (app, account) => `${app} Zugriff auf das Konto ${account} erlauben?`,
  headingWithoutName: (account) => `Einer App Zugriff auf das Konto ${account} erlauben?`,
  saysItIs: (app) =>
    `Die App gibt an, ${app} zu sein. Das können wir nicht überprüfen. Erlauben Sie den Zugriff nur, wenn Sie diese App gerade selbst verbinden.`,
  signedInAs: (email) => `Sie sind als ${email} angemeldet. Die App handelt in Ihrem Namen.`,
  may: 'Die App darf dann',
  scopes: {
    ingest: 'Formulare absenden',
    read: 'Formulare, Einsendungen samt Dateien, Webhooks und Statistiken lesen',
    write: 'Formulare, Einsendungen und Webhooks ändern und löschen',
  },
  receive: 'neue Einsendungen empfangen',
  forms: 'Für diese Formulare',
  allForms: 'Alle Formulare des Kontos, auf die Sie Zugriff haben, auch künftige',
  chosenForms: 'Nur Formulare, die ich auswähle',
  newestForms: (count) => `Hier werden nur Ihre ${count} neuesten Formulare angezeigt.`,
  leadsTo: 'Sie werden weitergeleitet zu',
  note: 'Die App erhält nie Zugriff auf Ihre Anmeldedaten, auf API-Schlüssel oder auf Mitglieder des Kontos. Sie können sie jederzeit in der Konsole unter „Konto“ trennen. Die App verliert den Zugriff auch, wenn Sie das Konto verlassen.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  signIn: 'Anmelden',
  signInAsAnother: 'Als andere Person anmelden',
  startAgain: 'Von vorn beginnen',
  oneMoment: {
    heading: 'Einen Moment bitte',
    text: 'Wir prüfen, ob Sie angemeldet sind.',
    link: 'Weiter',
  },
  obstacles: {
    'unknown-app': {
      heading: 'Unbekannte App',
      paragraphs: [
        'Eine App wollte auf Ihr Konto zugreifen, aber mit ihrer ID ist hier keine App registriert. Möglicherweise wurde sie gelöscht.',
        'Es wurden keine Daten weitergegeben. Bitte informieren Sie die Entwickler der App.',
      ],
    },
    'unreadable-app': {
      heading: 'Wir konnten die App nicht überprüfen',
      paragraphs: [
        'Eine App wollte auf Ihr Konto zugreifen. Die Beschreibung der App konnte nicht geladen werden oder ist ungültig.',
        'Es wurden keine Daten weitergegeben. Bitte versuchen Sie es später noch einmal oder informieren Sie die Entwickler der App.',
      ],
    },
    'wrong-redirect': {
      heading: 'Ungültige Weiterleitungs-URL',
      paragraphs: [
        'Die App wollte Sie an eine URL weiterleiten, die nicht für sie registriert ist. Zu Ihrer Sicherheit haben wir das verhindert.',
        'Es wurden keine Daten weitergegeben. Bitte informieren Sie die Entwickler der App.',
      ],
    },
    'invalid-request': {
      heading: 'Die Anfrage der App ist ungültig',
      paragraphs: [
        'Der Link der App enthält einen Parameter, der ungültig oder zu lang ist oder doppelt vorkommt.',
        'Es wurden keine Daten weitergegeben. Bitte informieren Sie die Entwickler der App.',
      ],
    },
    'not-signed-in': {
      heading: 'Sie sind nicht angemeldet',
      paragraphs: [
        'Um eine App zu verbinden, müssen Sie angemeldet sein, und Ihr Browser muss Cookies von dieser Website annehmen.',
      ],
    },
    'no-member': {
      heading: 'Melden Sie sich als Mitglied an',
      paragraphs: [
        'Sie sind mit einem Verwaltungsschlüssel angemeldet. Nur ein Mitglied des Kontos kann eine App verbinden, weil die App in dessen Namen handelt.',
      ],
    },
    'other-account': {
      heading: 'Die App gehört zu einem anderen Konto',
      paragraphs: [
        'Die App kann nur mit dem Konto verbunden werden, für das sie erstellt wurde. Sie sind bei einem anderen Konto angemeldet.',
      ],
    },
    'too-old': {
      heading: 'Bitte versuchen Sie es noch einmal',
      paragraphs: [
        'Diese Seite war zu lange geöffnet oder gehört zu einer anderen Sitzung. Es wurden keine Daten weitergegeben.',
      ],
    },
    'no-forms': {
      heading: 'Wählen Sie mindestens ein Formular aus',
      paragraphs: [
        'Sie wollten der App nur bestimmte Formulare freigeben, haben aber keines ausgewählt. Es wurden keine Daten weitergegeben.',
      ],
    },
  },
};
