/** What the visitor of a website reads about each failure, in every language; the sentences are written by hand. */
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
} from '../../lambdas/core/errors.ts';
import { refusedPostPage } from '../../lambdas/form-pages/browser-pages.ts';
import { languages, type Language } from '../../lambdas/core/language.ts';
import { message } from '../../lambdas/core/message.ts';
import { pageFaults } from '../support/browser/accessible-page.ts';

const MEGABYTE = 1_048_576;

/** Without the marks that keep the direction of names apart, and without what keeps a line from breaking. */
function pageOf(thrown: unknown, language: Language, method = 'POST'): string {
  const post = { method, typed: undefined, website: undefined, form: undefined };
  const { html = '' } = refusedPostPage(thrown, post, { language, referrer: undefined });
  return html.replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');
}

/** The texts of the page's elements. */
const textsOf = (html: string): string[] =>
  Array.from(html.matchAll(/<(?:h1|p)[^>]*>([^<]*)</g), ([, text = '']) => text.trim());

const failures: [string, () => unknown, Record<Language, string>][] = [
  [
    'an empty post',
    () => new BadBody(message('no-body')),
    {
      en: 'Nothing was filled in, so nothing was sent.',
      de: 'Es war nichts ausgefüllt, deshalb wurde nichts gesendet.',
      es: 'No había nada rellenado, así que no se ha enviado nada.',
      it: 'Nessun campo era compilato, perciò non è stato inviato nulla.',
      ru: 'Ни одно поле не было заполнено, поэтому ничего не отправлено.',
    },
  ],
  [
    'a post that cannot be read',
    () => new BadBody('The body ends before its closing boundary.'),
    {
      en: 'Something went wrong on the way, and what arrived could not be read. Your entries were not sent.',
      de: 'Unterwegs ist etwas schiefgegangen: Was ankam, war nicht lesbar. Ihre Eingaben wurden nicht gesendet.',
      es: 'Algo ha fallado por el camino y lo que ha llegado no se puede leer. Sus datos no se han enviado.',
      it: 'Qualcosa è andato storto durante l’invio: ciò che è arrivato non è leggibile. I dati inseriti non sono stati inviati.',
      ru: 'При отправке что-то пошло не так: полученные данные не удалось прочитать. Введённые данные не отправлены.',
    },
  ],
  [
    'a form that posts in a way that never works',
    () => new BadBody(message('unknown-content-type')),
    {
      en: 'The website sends the form in a way that does not work here. Your entries were not sent.',
      de: 'Die Website sendet das Formular auf eine Weise, die hier nicht funktioniert. Ihre Eingaben wurden nicht gesendet.',
      es: 'El sitio web envía el formulario de una manera que aquí no funciona. Sus datos no se han enviado.',
      it: 'Il sito invia il modulo in un modo che qui non funziona. I dati inseriti non sono stati inviati.',
      ru: 'Сайт отправляет форму способом, который здесь не работает. Введённые данные не отправлены.',
    },
  ],
  [
    'a key that is not valid',
    () => new InvalidKey(message('not-a-submission-key')),
    {
      en: 'This form is not set up correctly',
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
      en: 'All fields together may contain at most 256 KB of text. Your entries were not sent.',
      de: 'Alle Felder zusammen dürfen höchstens 256 KB Text enthalten. Ihre Eingaben wurden nicht gesendet.',
      es: 'Entre todos los campos puede haber como máximo 256 KB de texto. Sus datos no se han enviado.',
      it: 'Tutti i campi insieme possono contenere al massimo 256 KB di testo. I dati inseriti non sono stati inviati.',
      ru: 'Во всех полях вместе может быть не больше 256 КБ текста. Введённые данные не отправлены.',
    },
  ],
  [
    'too many fields',
    () => new BodyTooLarge(message('too-many-fields', { limit: 200 })),
    {
      en: 'A form may have at most 200 fields. Your entries were not sent.',
      de: 'Ein Formular darf höchstens 200 Felder haben. Ihre Eingaben wurden nicht gesendet.',
      es: 'Un formulario puede tener como máximo 200 campos. Sus datos no se han enviado.',
      it: 'Un modulo può avere al massimo 200 campi. I dati inseriti non sono stati inviati.',
      ru: 'В форме может быть не больше 200 полей. Введённые данные не отправлены.',
    },
  ],
  [
    'too many files',
    () => new BodyTooLarge(message('too-many-files', { limit: 10 })),
    {
      en: 'You can send at most 10 files at a time. Your entries were not sent.',
      de: 'Sie können höchstens 10 Dateien auf einmal senden. Ihre Eingaben wurden nicht gesendet.',
      es: 'Puede enviar como máximo 10 archivos a la vez. Sus datos no se han enviado.',
      it: 'Può inviare al massimo 10 file alla volta. I dati inseriti non sono stati inviati.',
      ru: 'За один раз можно отправить не больше 10 файлов. Введённые данные не отправлены.',
    },
  ],
  [
    'a file that is too large',
    () => new FileTooLarge('Foto.png', 1.5 * MEGABYTE),
    {
      en: 'The file “Foto.png” is too large: up to 1.5 MB per file are allowed. Your entries were not sent.',
      de: 'Die Datei „Foto.png“ ist zu groß: Erlaubt sind bis zu 1,5 MB je Datei. Ihre Eingaben wurden nicht gesendet.',
      es: 'El archivo «Foto.png» es demasiado grande: se admiten hasta 1,5 MB por archivo. Sus datos no se han enviado.',
      it: 'Il file «Foto.png» è troppo grande: sono ammessi fino a 1,5 MB per file. I dati inseriti non sono stati inviati.',
      ru: 'Файл «Foto.png» слишком большой: размер файла не должен превышать 1,5 МБ. Введённые данные не отправлены.',
    },
  ],
  [
    'files that the form does not take',
    () => new UploadsNotAllowed(),
    {
      en: 'This form does not accept files. Your entries were not sent.',
      de: 'Dieses Formular nimmt keine Dateien an. Ihre Eingaben wurden nicht gesendet.',
      es: 'Este formulario no admite archivos. Sus datos no se han enviado.',
      it: 'Questo modulo non accetta file. I dati inseriti non sono stati inviati.',
      ru: 'Эта форма не принимает файлы. Введённые данные не отправлены.',
    },
  ],
  [
    'an upload that is missing',
    () => new ValidationFailed([{ path: '_uploads', message: 'upl_1 is unknown' }]),
    {
      en: 'A file that you chose has not arrived, or was chosen too long ago. Your entries were not sent.',
      de: 'Eine Datei, die Sie ausgewählt haben, ist nicht angekommen oder wurde vor zu langer Zeit ausgewählt. Ihre Eingaben wurden nicht gesendet.',
      es: 'Un archivo que eligió no ha llegado, o hace demasiado tiempo que lo eligió. Sus datos no se han enviado.',
      it: 'Un file che ha scelto non è arrivato, oppure è stato scelto troppo tempo fa. I dati inseriti non sono stati inviati.',
      ru: 'Один из выбранных файлов не загрузился или был выбран слишком давно. Введённые данные не отправлены.',
    },
  ],
  [
    'a form that is not there',
    () => new FormNotFound('contact'),
    {
      en: 'This form does not exist; it may have been removed, or its address may have changed. Your entries were not sent.',
      de: 'Dieses Formular gibt es nicht; vielleicht wurde es entfernt, oder seine Adresse hat sich geändert. Ihre Eingaben wurden nicht gesendet.',
      es: 'Este formulario no existe; puede que se haya eliminado o que su dirección haya cambiado. Sus datos no se han enviado.',
      it: 'Questo modulo non esiste; forse è stato rimosso o il suo indirizzo è cambiato. I dati inseriti non sono stati inviati.',
      ru: 'Такой формы нет: возможно, её удалили или её адрес изменился. Введённые данные не отправлены.',
    },
  ],
  [
    'a form that is not live',
    () => new FormNotLive(),
    {
      en: 'This form does not accept entries at the moment. Your entries were not sent.',
      de: 'Dieses Formular nimmt im Moment keine Eingaben entgegen. Ihre Eingaben wurden nicht gesendet.',
      es: 'Este formulario no admite envíos en este momento. Sus datos no se han enviado.',
      it: 'Questo modulo al momento non accetta invii. I dati inseriti non sono stati inviati.',
      ru: 'Сейчас эта форма не принимает данные. Введённые данные не отправлены.',
    },
  ],
  [
    'a website that is not allowed',
    () => new OriginNotAllowed('https://b.example:8443'),
    {
      en: 'This form does not accept entries from the website b.example:8443. Your entries were not sent.',
      de: 'Dieses Formular nimmt keine Eingaben von der Website b.example:8443 an. Ihre Eingaben wurden nicht gesendet.',
      es: 'Este formulario no admite envíos desde el sitio web b.example:8443. Sus datos no se han enviado.',
      it: 'Questo modulo non accetta invii dal sito b.example:8443. I dati inseriti non sono stati inviati.',
      ru: 'Эта форма не принимает данные с сайта b.example:8443. Введённые данные не отправлены.',
    },
  ],
  [
    'a website that the browser keeps to itself',
    () => new OriginNotAllowed('null'),
    {
      en: 'This form accepts entries from certain websites only, and your browser did not say which website you came from. Your entries were not sent.',
      de: 'Dieses Formular nimmt nur Eingaben von bestimmten Websites an, und Ihr Browser hat nicht mitgeteilt, von welcher Sie kommen. Ihre Eingaben wurden nicht gesendet.',
      es: 'Este formulario solo admite envíos desde ciertos sitios web, y su navegador no ha indicado desde cuál viene usted. Sus datos no se han enviado.',
      it: 'Questo modulo accetta invii solo da determinati siti, e il browser non ha indicato da quale sito proviene. I dati inseriti non sono stati inviati.',
      ru: 'Эта форма принимает данные только с определённых сайтов, а браузер не сообщил, с какого сайта вы пришли. Введённые данные не отправлены.',
    },
  ],
  [
    'a challenge that was not passed',
    () => new TurnstileFailed('no token'),
    {
      en: 'We could not verify that a person sent the form. Your entries were not sent.',
      de: 'Wir konnten nicht feststellen, ob ein Mensch das Formular abgesendet hat. Ihre Eingaben wurden nicht gesendet.',
      es: 'No hemos podido comprobar que el formulario lo haya enviado una persona. Sus datos no se han enviado.',
      it: 'Non abbiamo potuto verificare che il modulo sia stato inviato da una persona. I dati inseriti non sono stati inviati.',
      ru: 'Нам не удалось убедиться, что форму отправил человек. Введённые данные не отправлены.',
    },
  ],
  [
    'a quota that is used up',
    () => new QuotaExceeded(100),
    {
      en: 'This form is closed for the moment. Your entries were not sent.',
      de: 'Dieses Formular ist im Moment geschlossen. Ihre Eingaben wurden nicht gesendet.',
      es: 'Este formulario está cerrado por el momento. Sus datos no se han enviado.',
      it: 'Questo modulo è momentaneamente chiuso. I dati inseriti non sono stati inviati.',
      ru: 'Сейчас эта форма закрыта. Введённые данные не отправлены.',
    },
  ],
  [
    'a rate limit',
    () => new RateLimited(message('too-many-posts', { limit: 1 }), 125),
    {
      en: 'Too many entries came from your internet connection. Your entries were not sent.',
      de: 'Von Ihrem Internetanschluss kamen zu viele Einsendungen. Ihre Eingaben wurden nicht gesendet.',
      es: 'Desde su conexión a internet han llegado demasiados envíos. Sus datos no se han enviado.',
      it: 'Dalla sua connessione a internet sono arrivati troppi invii. I dati inseriti non sono stati inviati.',
      ru: 'С вашего подключения к интернету поступило слишком много отправок. Введённые данные не отправлены.',
    },
  ],
  [
    'a service that is busy',
    () => new Unavailable(),
    {
      en: 'The service is very busy at the moment and could not process your entries.',
      de: 'Der Dienst ist im Moment stark ausgelastet und konnte Ihre Eingaben nicht verarbeiten.',
      es: 'El servicio está saturado en este momento y no ha podido procesar sus datos.',
      it: 'Al momento il servizio è sovraccarico e non ha potuto elaborare i dati inseriti.',
      ru: 'Сейчас сервис перегружен и не смог обработать введённые данные.',
    },
  ],
  [
    'an error of the service itself',
    () => new Error('secret inside'),
    {
      en: 'There was an error on our side. We cannot say for certain whether your entries were sent.',
      de: 'Bei uns ist ein Fehler aufgetreten. Es ist nicht sicher, ob Ihre Eingaben gesendet wurden.',
      es: 'Se ha producido un error por nuestra parte. No es seguro que sus datos se hayan enviado.',
      it: 'Si è verificato un errore da parte nostra. Non è certo che i dati siano stati inviati.',
      ru: 'На нашей стороне произошла ошибка. Неизвестно, были ли отправлены введённые данные.',
    },
  ],
];

/** What visitors read in vain: words of HTTP, of files in bytes, of plans and accounts. */
const JARGON =
  /\b(body|GET|POST|HTTP|JSON|API|UTF|Content-Type|origin|header|request|bytes?|quota|plan|account|token|null|undefined)\b|Tarif|Konto|Kontingent|Anfrage|solicitud|cuenta|cuota|richiesta|запрос|аккаунт|тариф|квот|токен|байт/i;

describe.each(failures)('the page of %s', (_, thrown, sentences) => {
  it.each(languages)('says in %s what happened and what to do', async (language) => {
    const html = pageOf(thrown(), language);
    const texts = textsOf(html);
    expect(texts).toContain(sentences[language]);
    expect(texts).toHaveLength(3);
    expect(texts.join(' ')).not.toMatch(JARGON);
    expect(await pageFaults(html)).toEqual([]);
  });
});

it.each<[Language, string, string]>([
  ['en', 'This is the address of a form', 'Please open the website that has the form and fill it in there.'],
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
])('explains in %s the address of a form that was opened', (language, heading, toDo) => {
  const texts = textsOf(pageOf(new MethodNotAllowed('GET', ['POST']), language, 'GET'));
  expect(texts[0]).toBe(heading);
  expect(texts.at(-1)).toBe(toDo);
  expect(texts.join(' ')).not.toMatch(JARGON);
});

it.each<[Language, string]>([
  ['en', 'There is nothing at this address.'],
  ['de', 'Unter dieser Adresse gibt es nichts.'],
  ['es', 'No hay nada en esta dirección.'],
  ['it', 'A questo indirizzo non c’è nulla.'],
  ['ru', 'По этому адресу ничего нет.'],
])('says in %s that there is nothing at an address', (language, sentence) => {
  expect(textsOf(pageOf(new NotFound(message('nothing-at-this-path')), language, 'GET'))).toContain(sentence);
});

describe('the page of a rate limit', () => {
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
  ])('says in %s when to come back', (language, ...expected) => {
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
  ])('speaks in %s of hours where it is long', (language, when) => {
    const limited = new RateLimited(message('too-many-posts', { limit: 60 }), 4 * 3600 + 1);
    expect(pageOf(limited, language)).toContain(when);
  });
});

describe('what is counted', () => {
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
  ])('has its plural in %s', (language, expectedFiles, expectedFields) => {
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
])('names no website when the browser says %j', (origin) => {
  expect(pageOf(new OriginNotAllowed(origin), 'en')).toContain('your browser did not say which website');
});
