/** The texts of the pages about letting an app in, in German. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentDe: ConsentTexts = {
  heading: (app, account) => `Darf ${app} das Konto ${account} benutzen?`,
  signedInAs: (email) => `Sie sind als ${email} angemeldet. Die App handelt in Ihrem Namen.`,
  may: 'Die App darf',
  scopes: {
    ingest: 'Einsendungen an Formulare schicken',
    read: 'Formulare, Einsendungen mit ihren Dateien, Webhooks und Statistiken sehen',
    write: 'Formulare, Einsendungen und Webhooks ändern und löschen',
  },
  forms: 'In diesen Formularen',
  allForms: 'Alle Formulare des Kontos, die Sie benutzen dürfen, auch künftige',
  moreForms: (count) => `und ${count} weitere`,
  leadsTo: 'Danach geht es zurück zu',
  note: 'An Ihre Anmeldung, an Schlüssel und an Mitglieder kommt die App nie. Sie können ihren Zugriff jederzeit in der Konsole unter „Konto“ beenden; er endet auch, wenn Sie das Konto verlassen.',
  allow: 'Erlauben',
  deny: 'Nicht erlauben',
  signIn: 'Anmelden',
  signInAsAnother: 'Als andere Person anmelden',
  startAgain: 'Noch einmal beginnen',
  oneMoment: {
    heading: 'Einen Moment',
    text: 'Wir sehen nach, ob Sie angemeldet sind.',
    link: 'Weiter',
  },
  obstacles: {
    'unknown-app': {
      heading: 'Diese App ist hier nicht bekannt',
      paragraphs: [
        'Eine App wollte Ihr Konto benutzen, aber unter ihrer Kennung ist hier keine App eingetragen, oder nicht mehr.',
        'Es wurde nichts weitergegeben. Sagen Sie denen Bescheid, die die App gemacht haben.',
      ],
    },
    'wrong-redirect': {
      heading: 'Die App nennt eine falsche Adresse',
      paragraphs: [
        'Die App wollte Sie an eine Adresse schicken lassen, die nicht für sie eingetragen ist. Zu Ihrer Sicherheit bleiben Sie hier.',
        'Es wurde nichts weitergegeben. Sagen Sie denen Bescheid, die die App gemacht haben.',
      ],
    },
    'not-signed-in': {
      heading: 'Sie sind nicht angemeldet',
      paragraphs: [
        'Um einer App etwas zu erlauben, müssen Sie angemeldet sein, und Ihr Browser muss Cookies von hier annehmen.',
      ],
    },
    'no-member': {
      heading: 'Melden Sie sich als Person an',
      paragraphs: [
        'Sie haben die Konsole mit einem Verwaltungsschlüssel geöffnet. Nur ein Mitglied des Kontos kann einer App etwas erlauben: Sie handelt in seinem Namen.',
      ],
    },
    'other-account': {
      heading: 'Die App gehört zu einem anderen Konto',
      paragraphs: [
        'Sie kann nur das Konto benutzen, für das sie gemacht wurde. Sie sind bei einem anderen angemeldet.',
      ],
    },
    'too-old': {
      heading: 'Bitte entscheiden Sie noch einmal',
      paragraphs: [
        'Die Frage stand zu lange offen, oder sie wurde in einer anderen Sitzung gestellt. Es wurde nichts weitergegeben.',
      ],
    },
  },
};
