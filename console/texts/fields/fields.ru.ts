/** Russian strings for the field editor. */
import { pluralsOf } from '../plurals.ts';
import type { FieldsTexts } from './fields.en.ts';

const n = pluralsOf('ru');

export const fieldsRu: FieldsTexts = {
  noFieldsHint:
    'Форма принимает любые поля. Если задать список полей, сервис будет проверять и подписывать их и везде показывать в одном порядке.',
  fieldsHint:
    'Во входящих, в письмах и при экспорте поля идут в этом порядке. Заявки, которые не соответствуют этим полям, отклоняются.',
  addField: 'Добавить поле',
  fromSubmissions: (count) =>
    n(count, {
      one: 'Добавить # поле из заявок',
      few: 'Добавить # поля из заявок',
      many: 'Добавить # полей из заявок',
    }),
  fromHtml: 'Импортировать поля из HTML',
  fromHtmlHint:
    'Вставьте HTML страницы с формой. Поля этой формы заменят текущие. Чтобы изменения вступили в силу, сохраните их.',
  htmlOfPage: 'HTML страницы',
  noFormInHtml: 'Мы не нашли в этом HTML форму с полями.',
  takeFields: (count) =>
    n(count, { one: 'Импортировать # поле', few: 'Импортировать # поля', many: 'Импортировать # полей' }),
  whichForm: 'Форма',
  formNumber: (number) => `Форма ${number}`,
  movedTo: (name, position, count) => `${name}: позиция ${position} из ${count}`,
  moveUp: (name) => `Переместить ${name} выше`,
  moveDown: (name) => `Переместить ${name} ниже`,
  required: 'Обязательное',
  mustBeFilled: 'Обязательное поле',
  label: 'Подпись',
  postedName: 'Имя поля в вашем HTML',
  type: 'Тип',
  types: {
    text: 'Текст',
    email: 'Адрес эл. почты',
    url: 'URL',
    tel: 'Телефон',
    number: 'Число',
    date: 'Дата',
    choice: 'Один вариант',
    choices: 'Несколько вариантов',
    checkbox: 'Флажок',
    file: 'Файл',
  },
  limits: {
    min_length: 'Минимальная длина',
    max_length: 'Максимальная длина',
    pattern: 'Регулярное выражение',
    min: 'Минимум',
    max: 'Максимум',
    step: 'Шаг',
    options: 'Варианты',
    accept: 'Типы файлов',
    max_files: 'Максимум файлов',
  },
  earliest: 'Не раньше',
  latest: 'Не позже',
  patternHint: 'Регулярное выражение, которому должно соответствовать всё значение.',
  tryValue: 'Проверить значение',
  valueAccepted: 'Подходит',
  valueMismatch: 'Это значение не соответствует регулярному выражению.',
  optionsHint: 'По одному в строке.',
  acceptHint: 'Расширения и MIME-типы через запятую. Оставьте пустым, чтобы разрешить любые.',
  unknownHint: 'Выберите, что делать с отправленными полями, которых нет в списке.',
  unknownDo: 'Дополнительные поля',
  unknown: { keep: 'Сохранять', drop: 'Отбрасывать', refuse: 'Отклонять заявку' },
  unknownHints: {
    keep: 'Дополнительные поля показываются после полей из списка.',
    drop: 'Сохраняются только поля из списка.',
    refuse: 'Отклоняется вся заявка.',
  },
};
