/**
 * Tests the text that visitors see for each failure, in every language. The expected sentences are
 * handwritten.
 */
import {
  BadBody,
  BodyTooLarge,
  FileTooLarge,
  FormNotFound,
  FormNotLive,
  InvalidKey,
  MethodNotAllowed,
  NotFound,
  OriginNotAllowed,
  QuotaExceeded,
  RateLimited,
  TurnstileFailed,
  Unavailable,
  UploadsNotAllowed,
  ValidationFailed,
} from '../../lambdas/core/errors/errors.ts';
import { refusedPostPage } from '../../lambdas/form-pages/browser-pages.ts';
import { languages, type Language } from '../../lambdas/core/text/language.ts';
import { message } from '../../lambdas/core/errors/message.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';

const MEGABYTE = 1_048_576;

/** Returns the page without text direction marks and non-breaking spaces. */
function pageOf(thrown: unknown, language: Language, method = 'POST'): string {
  const post = { method, typed: undefined, website: undefined, form: undefined };
  const { html = '' } = refusedPostPage(thrown, post, { language, referrer: undefined });
  return html.replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');
}

/** Returns the text of each element on the page. */
const textsOf = (html: string): string[] =>
  Array.from(html.matchAll(/<(?:h1|p)[^>]*>([^<]*)</g), ([, text = '']) => text.trim());

const failures: [string, () => unknown, Record<Language, string>][] = [
  [
    'an empty post',
    () => new BadBody(message('no-body')),
    {
      en: 'All fields were empty, so nothing was sent.',
      de: 'Alle Felder waren leer, deshalb wurde nichts gesendet.',
      es: 'Todos los campos estaban vacíos, así que no se ha enviado nada.',
      it: 'Tutti i campi erano vuoti, perciò non è stato inviato nulla.',
      ru: 'Все поля пусты, поэтому ничего не отправлено.',
    },
  ],
  [
    'an unreadable post',
    () => new BadBody('The body ends before its closing boundary.'),
    {
      en: 'Something went wrong while sending your message, and we couldn’t read it. Your message was not sent.',
      de: 'Bei der Übertragung ist etwas schiefgegangen. Ihre Nachricht wurde nicht gesendet.',
      es: 'Algo ha fallado durante el envío y no hemos podido leer su mensaje. Su mensaje no se ha enviado.',
      it: 'Qualcosa è andato storto durante l’invio e non abbiamo potuto leggere il messaggio. Il suo messaggio non è stato inviato.',
      ru: 'При отправке что-то пошло не так, и мы не смогли прочитать ваше сообщение. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a form with an unsupported encoding',
    () => new BadBody(message('unknown-content-type')),
    {
      en: 'There’s a problem with how this form is set up on the website. Your message was not sent.',
      de: 'Das Formular ist auf der Website nicht richtig eingebunden. Ihre Nachricht wurde nicht gesendet.',
      es: 'El formulario no está bien integrado en el sitio web. Su mensaje no se ha enviado.',
      it: 'Il modulo non è integrato correttamente nel sito. Il suo messaggio non è stato inviato.',
      ru: 'Форма неправильно подключена к сайту. Ваше сообщение не отправлено.',
    },
  ],
  [
    'an invalid key',
    () => new InvalidKey(message('not-an-api-key')),
    {
      en: 'This form isn’t set up correctly',
      de: 'Das Formular ist nicht richtig eingerichtet',
      es: 'El formulario no está bien configurado',
      it: 'Il modulo non è configurato correttamente',
      ru: 'Форма настроена неправильно',
    },
  ],
  [
    'too much text',
    () => new BodyTooLarge(message('too-much-text', { limit: 262_144 })),
    {
      en: 'The form can contain at most 256 KB of text in total. Your message was not sent.',
      de: 'Alle Felder zusammen dürfen höchstens 256 KB Text enthalten. Ihre Nachricht wurde nicht gesendet.',
      es: 'El formulario puede contener como máximo 256 KB de texto en total. Su mensaje no se ha enviado.',
      it: 'Il modulo può contenere al massimo 256 KB di testo in totale. Il suo messaggio non è stato inviato.',
      ru: 'Форма может содержать не больше 256 КБ текста. Ваше сообщение не отправлено.',
    },
  ],
  [
    'too many fields',
    () => new BodyTooLarge(message('too-many-fields', { limit: 200 })),
    {
      en: 'A form can have at most 200 fields. Your message was not sent.',
      de: 'Ein Formular darf höchstens 200 Felder haben. Ihre Nachricht wurde nicht gesendet.',
      es: 'Un formulario puede tener como máximo 200 campos. Su mensaje no se ha enviado.',
      it: 'Un modulo può avere al massimo 200 campi. Il suo messaggio non è stato inviato.',
      ru: 'В форме может быть не больше 200 полей. Ваше сообщение не отправлено.',
    },
  ],
  [
    'too many files',
    () => new BodyTooLarge(message('too-many-files', { limit: 10 })),
    {
      en: 'You can send at most 10 files at a time. Your message was not sent.',
      de: 'Sie können höchstens 10 Dateien auf einmal senden. Ihre Nachricht wurde nicht gesendet.',
      es: 'Puede enviar como máximo 10 archivos a la vez. Su mensaje no se ha enviado.',
      it: 'Può inviare al massimo 10 file alla volta. Il suo messaggio non è stato inviato.',
      ru: 'За один раз можно отправить не больше 10 файлов. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a file that is too large',
    () => new FileTooLarge('Foto.png', 1.5 * MEGABYTE),
    {
      en: 'The file “Foto.png” is too large. Files can be up to 1.5 MB each. Your message was not sent.',
      de: 'Die Datei „Foto.png“ ist zu groß. Erlaubt sind bis zu 1,5 MB pro Datei. Ihre Nachricht wurde nicht gesendet.',
      es: 'El archivo «Foto.png» es demasiado grande. Se admiten hasta 1,5 MB por archivo. Su mensaje no se ha enviado.',
      it: 'Il file «Foto.png» è troppo grande. Sono ammessi fino a 1,5 MB per file. Il suo messaggio non è stato inviato.',
      ru: 'Файл «Foto.png» слишком большой. Размер файла не должен превышать 1,5 МБ. Ваше сообщение не отправлено.',
    },
  ],
  [
    'files that the form does not accept',
    () => new UploadsNotAllowed(),
    {
      en: 'This form doesn’t accept files. Your message was not sent.',
      de: 'Dieses Formular nimmt keine Dateien an. Ihre Nachricht wurde nicht gesendet.',
      es: 'Este formulario no admite archivos. Su mensaje no se ha enviado.',
      it: 'Questo modulo non accetta file. Il suo messaggio non è stato inviato.',
      ru: 'Эта форма не принимает файлы. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a missing upload',
    () => new ValidationFailed([{ path: '_uploads', message: 'upl_1 is unknown' }]),
    {
      en: 'A file that you selected wasn’t uploaded, or its upload has expired. Your message was not sent.',
      de: 'Eine ausgewählte Datei wurde nicht hochgeladen, oder der Upload ist abgelaufen. Ihre Nachricht wurde nicht gesendet.',
      es: 'Uno de los archivos elegidos no ha llegado, o lo eligió hace demasiado tiempo. Su mensaje no se ha enviado.',
      it: 'Uno dei file scelti non è arrivato, oppure è stato scelto troppo tempo fa. Il suo messaggio non è stato inviato.',
      ru: 'Один из выбранных файлов не загрузился или был выбран слишком давно. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a form that does not exist',
    () => new FormNotFound('contact'),
    {
      en: 'This form doesn’t exist. It may have been deleted, or its address may have changed. Your message was not sent.',
      de: 'Dieses Formular gibt es nicht. Vielleicht wurde es gelöscht, oder seine Adresse hat sich geändert. Ihre Nachricht wurde nicht gesendet.',
      es: 'Este formulario no existe. Puede que se haya eliminado o que haya cambiado su dirección. Su mensaje no se ha enviado.',
      it: 'Questo modulo non esiste. Forse è stato eliminato o il suo indirizzo è cambiato. Il suo messaggio non è stato inviato.',
      ru: 'Такой формы нет. Возможно, её удалили или её адрес изменился. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a form that is not live',
    () => new FormNotLive(),
    {
      en: 'This form isn’t accepting messages at the moment. Your message was not sent.',
      de: 'Dieses Formular nimmt im Moment keine Nachrichten an. Ihre Nachricht wurde nicht gesendet.',
      es: 'Este formulario no acepta mensajes en este momento. Su mensaje no se ha enviado.',
      it: 'Al momento questo modulo non accetta messaggi. Il suo messaggio non è stato inviato.',
      ru: 'Сейчас эта форма не принимает сообщения. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a website that is not allowed',
    () => new OriginNotAllowed('https://b.example:8443'),
    {
      en: 'This form doesn’t accept messages from the website b.example:8443. Your message was not sent.',
      de: 'Dieses Formular nimmt keine Nachrichten von der Website b.example:8443 an. Ihre Nachricht wurde nicht gesendet.',
      es: 'Este formulario no acepta mensajes desde el sitio web b.example:8443. Su mensaje no se ha enviado.',
      it: 'Questo modulo non accetta messaggi dal sito b.example:8443. Il suo messaggio non è stato inviato.',
      ru: 'Эта форма не принимает сообщения с сайта b.example:8443. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a website that the browser does not reveal',
    () => new OriginNotAllowed('null'),
    {
      en: 'This form only accepts messages from certain websites, and your browser didn’t say which website you came from. Your message was not sent.',
      de: 'Dieses Formular nimmt nur Nachrichten von bestimmten Websites an, und Ihr Browser hat nicht mitgeteilt, von welcher Sie kommen. Ihre Nachricht wurde nicht gesendet.',
      es: 'Este formulario solo acepta mensajes desde ciertos sitios web, y su navegador no ha indicado de cuál viene usted. Su mensaje no se ha enviado.',
      it: 'Questo modulo accetta messaggi solo da determinati siti, e il browser non ha indicato da quale sito proviene. Il suo messaggio non è stato inviato.',
      ru: 'Эта форма принимает сообщения только с определённых сайтов, а браузер не сообщил, с какого сайта вы пришли. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a failed challenge',
    () => new TurnstileFailed('no token'),
    {
      en: 'We couldn’t verify that you’re human. Your message was not sent.',
      de: 'Wir konnten nicht bestätigen, dass ein Mensch das Formular abgesendet hat. Ihre Nachricht wurde nicht gesendet.',
      es: 'No hemos podido comprobar que el formulario lo haya enviado una persona. Su mensaje no se ha enviado.',
      it: 'Non abbiamo potuto verificare che il modulo sia stato inviato da una persona. Il suo messaggio non è stato inviato.',
      ru: 'Нам не удалось убедиться, что форму отправил человек. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a used-up quota',
    () => new QuotaExceeded(100),
    {
      en: 'This form is closed for now. Your message was not sent.',
      de: 'Dieses Formular ist im Moment geschlossen. Ihre Nachricht wurde nicht gesendet.',
      es: 'Este formulario está cerrado temporalmente. Su mensaje no se ha enviado.',
      it: 'Questo modulo è temporaneamente chiuso. Il suo messaggio non è stato inviato.',
      ru: 'Эта форма временно закрыта. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a rate limit',
    () => new RateLimited(message('too-many-posts', { limit: 1 }), 125),
    {
      en: 'There have been too many submissions from your internet connection. Your message was not sent.',
      de: 'Von Ihrem Internetanschluss kamen zu viele Einsendungen. Ihre Nachricht wurde nicht gesendet.',
      es: 'Se han recibido demasiados envíos desde su conexión a internet. Su mensaje no se ha enviado.',
      it: 'Dalla sua connessione a Internet sono arrivati troppi invii. Il suo messaggio non è stato inviato.',
      ru: 'С вашего подключения к интернету поступило слишком много сообщений. Ваше сообщение не отправлено.',
    },
  ],
  [
    'a busy service',
    () => new Unavailable(),
    {
      en: 'The service is very busy at the moment and couldn’t process your message.',
      de: 'Der Dienst ist im Moment stark ausgelastet und konnte Ihre Nachricht nicht verarbeiten.',
      es: 'El servicio está saturado en este momento y no ha podido procesar su mensaje.',
      it: 'Al momento il servizio è sovraccarico e non ha potuto elaborare il messaggio.',
      ru: 'Сейчас сервис перегружен и не смог обработать ваше сообщение.',
    },
  ],
  [
    'an error of the service itself',
    () => new Error('secret inside'),
    {
      en: 'There was an error on our side. We can’t say for certain whether your message was sent.',
      de: 'Bei uns ist ein Fehler aufgetreten. Wir können nicht sicher sagen, ob Ihre Nachricht gesendet wurde.',
      es: 'Se ha producido un error por nuestra parte. No podemos asegurar que su mensaje se haya enviado.',
      it: 'Si è verificato un errore da parte nostra. Non possiamo dire con certezza se il messaggio sia stato inviato.',
      ru: 'На нашей стороне произошла ошибка. Мы не можем точно сказать, отправлено ли ваше сообщение.',
    },
  ],
];

/** Technical terms that visitors shouldn't see, such as HTTP, bytes, plans and accounts. */
const JARGON =
  /\b(body|GET|POST|HTTP|JSON|API|UTF|Content-Type|origin|header|request|bytes?|quota|plan|account|token|null|undefined)\b|Tarif|Konto|Kontingent|Anfrage|solicitud|cuenta|cuota|richiesta|запрос|аккаунт|тариф|квот|токен|байт/i;

describe.each(failures)('the page for %s', (_, thrown, sentences) => {
  it.each(languages)('explains the failure in %s and describes the next step', async (language) => {
    const html = pageOf(thrown(), language);
    // The first part of the page is for visitors. The section below it is for the website's owner.
    const [ofVisitors = ''] = html.split('<section>');
    const texts = textsOf(ofVisitors);
    expect(texts).toContain(sentences[language]);
    expect(texts).toHaveLength(3);
    expect(texts.join(' ')).not.toMatch(JARGON);
    expect(await pageFaults(html)).toEqual([]);
  });
});

it.each<[Language, string, string]>([
  ['en', 'This address is for a form', 'Please open the website and fill in the form there.'],
  [
    'de',
    'Dies ist die Adresse eines Formulars',
    'Bitte öffnen Sie die Website mit dem Formular und füllen Sie es dort aus.',
  ],
  [
    'es',
    'Esta es la dirección de un formulario',
    'Abra el sitio web donde está el formulario y rellénelo allí.',
  ],
  ['it', 'Questo è l’indirizzo di un modulo', 'Apra il sito in cui si trova il modulo e lo compili lì.'],
  ['ru', 'Это адрес формы', 'Откройте сайт, на котором находится форма, и заполните её там.'],
])("explains in %s that a form's URL was opened in a browser", (language, heading, toDo) => {
  const texts = textsOf(pageOf(new MethodNotAllowed('GET', ['POST']), language, 'GET'));
  expect(texts[0]).toBe(heading);
  expect(texts.at(-1)).toBe(toDo);
  expect(texts.join(' ')).not.toMatch(JARGON);
});

it.each<[Language, string]>([
  ['en', 'There’s nothing at this address.'],
  ['de', 'Unter dieser Adresse gibt es keine Seite.'],
  ['es', 'No hay nada en esta dirección.'],
  ['it', 'A questo indirizzo non c’è nulla.'],
  ['ru', 'По этому адресу ничего нет.'],
])("explains in %s that the path doesn't exist", (language, sentence) => {
  expect(textsOf(pageOf(new NotFound(message('nothing-at-this-path')), language, 'GET'))).toContain(sentence);
});

describe('the rate limit page', () => {
  it.each<[Language, string, string, string, string, string, string]>([
    ['en', 'in 1 second', 'in 59 seconds', 'in 1 minute', 'in 2 minutes', 'in 5 minutes', 'in 21 minutes'],
    ['de', 'in 1 Sekunde', 'in 59 Sekunden', 'in 1 Minute', 'in 2 Minuten', 'in 5 Minuten', 'in 21 Minuten'],
    [
      'es',
      'dentro de 1 segundo',
      'dentro de 59 segundos',
      'dentro de 1 minuto',
      'dentro de 2 minutos',
      'dentro de 5 minutos',
      'dentro de 21 minutos',
    ],
    [
      'it',
      'tra 1 secondo',
      'tra 59 secondi',
      'tra 1 minuto',
      'tra 2 minuti',
      'tra 5 minuti',
      'tra 21 minuti',
    ],
    [
      'ru',
      'через 1 секунду',
      'через 59 секунд',
      'через 1 минуту',
      'через 2 минуты',
      'через 5 минут',
      'через 21 минуту',
    ],
  ])('says in %s when to try again', (language, ...expected) => {
    const found = [1, 59, 60, 120, 300, 1260].map((seconds, index) => {
      const limited = new RateLimited(message('too-many-posts', { limit: 60 }), seconds);
      return pageOf(limited, language).includes(` ${expected[index]}`);
    });
    expect(found).toEqual([true, true, true, true, true, true]);
  });

  it.each<[Language, string]>([
    ['en', 'in 5 hours'],
    ['de', 'in 5 Stunden'],
    ['es', 'dentro de 5 horas'],
    ['it', 'tra 5 ore'],
    ['ru', 'через 5 часов'],
  ])('shows long waits in hours in %s', (language, when) => {
    const limited = new RateLimited(message('too-many-posts', { limit: 60 }), 4 * 3600 + 1);
    expect(pageOf(limited, language)).toContain(when);
  });
});

describe('a count', () => {
  const files = (limit: number, language: Language) =>
    pageOf(new BodyTooLarge(message('too-many-files', { limit })), language);
  const fields = (limit: number, language: Language) =>
    pageOf(new BodyTooLarge(message('too-many-fields', { limit })), language);

  it.each<[Language, [string, string, string, string], [string, string, string, string]]>([
    ['en', ['1 file', '2 files', '5 files', '21 files'], ['1 field', '2 fields', '5 fields', '21 fields']],
    [
      'de',
      ['1 Datei', '2 Dateien', '5 Dateien', '21 Dateien'],
      ['1 Feld', '2 Felder', '5 Felder', '21 Felder'],
    ],
    [
      'es',
      ['1 archivo', '2 archivos', '5 archivos', '21 archivos'],
      ['1 campo', '2 campos', '5 campos', '21 campos'],
    ],
    ['it', ['1 file', '2 file', '5 file', '21 file'], ['1 campo', '2 campi', '5 campi', '21 campi']],
    ['ru', ['1 файла', '2 файлов', '5 файлов', '21 файла'], ['1 поля', '2 полей', '5 полей', '21 поля']],
  ])('uses the correct plural in %s', (language, expectedFiles, expectedFields) => {
    for (const [index, count] of [1, 2, 5, 21].entries()) {
      expect(files(count, language)).toMatch(new RegExp(` ${expectedFiles[index]}[ .]`));
      expect(fields(count, language)).toMatch(new RegExp(` ${expectedFields[index]}[ .]`));
    }
  });
});

it.each([
  ['https://<script>alert(1)</script>'],
  ['javascript:alert(1)'],
  ['null'],
  ['file://'],
  ['about:blank'],
  [''],
])("doesn't name a website if the browser sends %j", (origin) => {
  expect(pageOf(new OriginNotAllowed(origin), 'en')).toContain('your browser didn’t say which website');
});
