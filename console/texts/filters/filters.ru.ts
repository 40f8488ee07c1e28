/** Russian strings for editing webhook and recipient filters. */
import { pluralsOf } from '../plurals.ts';
import type { FiltersTexts } from './filters.en.ts';

const n = pluralsOf('ru');

export const filtersRu: FiltersTexts = {
  title: 'Фильтр',
  none: 'Отправляются все заявки.',
  hint: 'Отправляются только подходящие заявки. Изменения действуют для новых заявок.',
  mode: 'Какие условия должны выполняться',
  modes: { all: 'Все условия', any: 'Хотя бы одно условие' },
  joined: { all: 'и', any: 'или' },
  condition: (number: number) => `Условие ${number}`,
  field: 'Поле',
  otherField: 'Другое поле…',
  fieldName: 'Имя поля',
  op: 'Сравнение',
  value: 'Значение',
  listExample: 'Значения через запятую',
  add: 'Добавить условие',
  remove: (number: number) => `Удалить условие ${number}`,
  removeAll: 'Удалить фильтр',
  quoted: (text: string) => `«${text}»`,
  properties: {
    $form: 'Форма',
    $language: 'Язык',
    $spam_score: 'Оценка спама',
    $files: 'Количество файлов',
    $page: 'Страница',
  },
  ops: {
    equals: 'равно',
    not_equals: 'не равно',
    contains: 'содержит',
    not_contains: 'не содержит',
    starts_with: 'начинается с',
    ends_with: 'заканчивается на',
    in: 'одно из',
    matches: 'соответствует шаблону',
    greater_than: 'больше',
    less_than: 'меньше',
    exists: 'заполнено',
    not_exists: 'не заполнено',
  },
  incomplete: 'Заполните условия, чтобы увидеть подходящие заявки.',
  noSubmissions: 'Пока нет заявок, на которых можно проверить фильтр.',
  matched: (matched: number, tested: number) =>
    n(tested, {
      one: `Подходит ${matched} из # последней заявки`,
      few: `Подходит ${matched} из # последних заявок`,
      many: `Подходит ${matched} из # последних заявок`,
    }),
  latest: 'Последние заявки',
  sent: 'Отправляется',
  notSent: 'Не отправляется',
  save: 'Сохранить фильтр',
  saved: 'Фильтр сохранён',
  editOf: (address: string) => `Фильтр для ${address}`,
};
