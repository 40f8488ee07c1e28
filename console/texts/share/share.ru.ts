/** Russian strings for sharing a form: its hosted page, and the fields on it. */
import { pluralsOf } from '../plurals.ts';
import type { ShareTexts } from './share.en.ts';

const n = pluralsOf('ru');

export const shareRu: ShareTexts = {
  page: 'Страница формы',
  pageHint: 'Готовая страница с полями этой формы. Поделитесь ссылкой или встройте страницу в свой сайт.',
  publish: 'Опубликовать страницу',
  publishHint: 'Её сможет открыть любой, у кого есть ссылка.',
  needsFields: 'На странице показаны поля формы, а у этой формы их пока нет.',
  saveFirst: 'Сначала сохраните или отмените изменения.',
  published: 'Страница опубликована',
  unpublished: 'Страница больше недоступна',
  notLive: 'Форма не активна, поэтому посетители видят, что она закрыта.',
  address: 'Ссылка на страницу',
  open: 'Открыть страницу',
  views: (views: number) =>
    n(views, {
      one: '# просмотр за последние 30 дней',
      few: '# просмотра за последние 30 дней',
      many: '# просмотров за последние 30 дней',
    }),
  perView: (share: string) => `Доля отправивших форму: ${share}`,
  qrOf: (name: string) => `QR-код для «${name}»`,
  download: 'Скачать SVG',
  texts: 'Тексты',
  textsHint: 'Пишите на языке посетителей. Всё остальное на странице показывается на языке их браузера.',
  heading: 'Заголовок',
  intro: 'Вступление',
  button: 'Кнопка',
  closedText: 'Текст, пока форма закрыта',
  index: 'Разрешить поисковым системам показывать страницу',
  embed: 'Встроить в сайт',
  embedHint: 'Показывать страницу во фрейме могут только сайты из этого списка.',
  websites: 'Сайты',
  wrong: 'Введите адрес сайта, например https://www.example.org',
  code: 'Код для встраивания',

  help: 'Подсказка',
  helpHint: 'Показывается на странице формы. Ссылку укажите так: [текст](https://www.example.org).',
  placeholder: 'Пример в пустом поле',
  multiline: 'Несколько строк',
  autocomplete: 'Автозаполнение',
  autocompleteHint: 'Что может подставить браузер, например given-name или organization.',
};
