/** Russian strings for the import screen. */
import { pluralsOf } from '../plurals.ts';
import { importProblemsRu } from './import-problems.ru.ts';
import type { ImportsTexts } from './imports.en.ts';

const n = pluralsOf('ru');

export const importsRu: ImportsTexts = {
  title: 'Импорт заявок',
  toInbox: 'Показать во входящих',
  writeOnly: 'У вас нет прав на импорт заявок',
  writeOnlyText: 'Попросите доступ у владельца этого аккаунта.',
  file: 'Файл',
  fileHint: 'Перенесите старые заявки, например из другого сервиса форм.',
  choose: 'Выбрать файл',
  chooseAnother: 'Выбрать другой файл',
  fileRules: 'CSV или NDJSON, до 50 МБ. Первая строка CSV-файла содержит названия столбцов.',
  tooLarge: 'Файл больше 50 МБ. Разделите его на несколько файлов.',
  from: 'Откуда файл',
  origins: {
    other: 'Другая программа',
    svc: 'Этот сервис',
    formspree: 'Formspree',
    netlify: 'Netlify',
    basin: 'Basin',
    getform: 'Getform',
    web3forms: 'Web3Forms',
    typeform: 'Typeform',
  },
  timeZone: 'Часовой пояс файла',
  timeZoneHint: 'Используется, если у времени не указан часовой пояс.',
  check: 'Проверить файл',
  checkHint: 'Пока ничего не импортируется.',
  uploading: 'Файл загружается…',
  checking: 'Файл проверяется…',
  checkedRows: (count) =>
    n(count, {
      one: 'Проверена # строка',
      few: 'Проверены # строки',
      many: 'Проверено # строк',
    }),
  result: 'Результат',
  rows: 'Строк в файле',
  willImport: 'Будет импортировано',
  imported: 'Импортировано',
  asSpam: (count) =>
    n(count, { one: 'из них # как спам', few: 'из них # как спам', many: 'из них # как спам' }),
  alreadyThere: 'Уже есть в этой форме',
  wrong: 'С ошибками',
  expiring: (count) =>
    n(count, {
      one: '# заявка старше срока хранения и будет удалена вскоре после импорта.',
      few: '# заявки старше срока хранения и будут удалены вскоре после импорта.',
      many: '# заявок старше срока хранения и будут удалены вскоре после импорта.',
    }),
  expiringHint: 'Чтобы они сохранились, сначала увеличьте срок хранения в настройках формы.',
  encoding: 'Кодировка',
  errors: 'Строки с ошибками',
  errorsHint: 'Эти строки не будут импортированы.',
  firstErrors: (shown) => `Первые ошибки (${shown}). Эти строки не будут импортированы.`,
  row: 'Строка',
  column: 'Столбец',
  problem: 'Проблема',
  mapping: 'Столбцы',
  mappingHint: 'Укажите, куда попадёт каждый столбец. После изменений проверьте файл ещё раз.',
  leaveOut: 'Пропустить',
  receivedAt: 'Время получения',
  status: 'Статус',
  note: 'Заметка',
  asField: (name) => `Поле «${name}»`,
  checkAgain: 'Проверить ещё раз',
  fileNeeded: 'Чтобы изменить столбцы, выберите файл ещё раз.',
  preview: 'Предпросмотр',
  previewHint: 'Так первые строки будут выглядеть во входящих.',
  received: 'Получено',
  start: (count) =>
    n(count, {
      one: 'Импортировать # заявку',
      few: 'Импортировать # заявки',
      many: 'Импортировать # заявок',
    }),
  startAll: 'Импортировать все строки без ошибок',
  startHint:
    'Для импортированных заявок не отправляются письма и не срабатывают вебхуки. Квоту они не расходуют.',
  nothingToImport: 'В этом файле нет новых заявок.',
  importing: 'Идёт импорт. Эту страницу можно закрыть.',
  progress: (done, total) => `${done} из ${total}`,
  finished: (count) =>
    n(count, {
      one: 'Импортирована # заявка',
      few: 'Импортированы # заявки',
      many: 'Импортировано # заявок',
    }),
  failed: (reason) => `Импорт не выполнен: ${reason}`,
  problems: importProblemsRu,
};
