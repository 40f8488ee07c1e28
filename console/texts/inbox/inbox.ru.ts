/** Russian strings for the inbox. */
import { pluralsOf } from '../plurals.ts';
import type { InboxTexts } from './inbox.en.ts';

const n = pluralsOf('ru');

export const inboxRu: InboxTexts = {
  title: 'Входящие',
  allForms: 'Все формы',
  form: 'Форма',
  views: 'Разделы',
  tabs: { new: 'Новые', all: 'Все', starred: 'Избранное', spam: 'Спам' },
  search: 'Поиск по заявкам',
  searchedUntil: (day) => `Идёт поиск… Просмотрено до ${day}`,
  searchedAll: 'Поиск выполнен по всем заявкам',
  filters: 'Фильтры',
  since: 'С даты',
  until: 'По дату',
  onlyFiles: 'Только с файлами',
  clearFilters: 'Сбросить фильтры',
  apply: 'Применить',
  columns: 'Столбцы',
  export: 'Экспорт',
  sender: 'От кого',
  message: 'Сообщение',
  received: 'Получено',
  star: 'Избранное',
  starIt: 'В избранное',
  unstarIt: 'Убрать из избранного',
  select: 'Выбрать',
  unreadHint: 'Не прочитано',
  filesCount: (count) => n(count, { one: '# файл', few: '# файла', many: '# файлов' }),
  newOnes: (count) => n(count, { one: '# новая заявка', few: '# новые заявки', many: '# новых заявок' }),
  showNew: 'Показать',
  selected: (count) => n(count, { one: 'Выбрана #', few: 'Выбрано #', many: 'Выбрано #' }),
  clearSelection: 'Снять выделение',
  markRead: 'Отметить как прочитанное',
  markUnread: 'Отметить как непрочитанное',
  addStar: 'В избранное',
  removeStar: 'Убрать из избранного',
  markSpam: 'Спам',
  noSpam: 'Не спам',
  deleteThem: 'Удалить',
  didDelete: (count) =>
    n(count, { one: '# заявка удалена', few: '# заявки удалены', many: '# заявок удалено' }),
  didSpam: (count) =>
    n(count, {
      one: '# заявка отмечена как спам',
      few: '# заявки отмечены как спам',
      many: '# заявок отмечено как спам',
    }),
  didRelease: (count) =>
    n(count, {
      one: '# заявка перемещена во входящие',
      few: '# заявки перемещены во входящие',
      many: '# заявок перемещено во входящие',
    }),
  didRead: (count) =>
    n(count, {
      one: '# отмечена как прочитанная',
      few: '# отмечены как прочитанные',
      many: '# отмечено как прочитанные',
    }),
  didUnread: (count) =>
    n(count, {
      one: '# отмечена как непрочитанная',
      few: '# отмечены как непрочитанные',
      many: '# отмечено как непрочитанные',
    }),
  didStar: (count) =>
    n(count, {
      one: '# добавлена в избранное',
      few: '# добавлены в избранное',
      many: '# добавлено в избранное',
    }),
  didUnstar: (count) =>
    n(count, {
      one: '# убрана из избранного',
      few: '# убраны из избранного',
      many: '# убрано из избранного',
    }),
  someFailed: (count) =>
    n(count, { one: '# не удалось изменить', few: '# не удалось изменить', many: '# не удалось изменить' }),
  next: 'Следующая заявка',
  previous: 'Предыдущая заявка',
  openIt: 'Открыть',
  toggleSelect: 'Выбрать или снять выделение',
  toggleStar: 'Добавить в избранное или убрать',
  toggleSpam: 'Отметить как спам или вернуть из спама',
  toggleUnread: 'Отметить как прочитанное или непрочитанное',
  empty: {
    new: ['Всё прочитано', 'Новые заявки появляются здесь в течение нескольких секунд.'],
    all: ['Заявок пока нет', 'Здесь появятся заявки из ваших форм.'],
    starred: ['В избранном пусто', 'Выберите заявку и нажмите s, чтобы добавить её в избранное.'],
    spam: ['Спама нет', 'Спам хранится здесь некоторое время, а затем удаляется.'],
  },
  noMatch: 'Подходящих заявок нет',
  noMatchText: 'Сократите запрос, выберите другой раздел или увеличьте период.',
  noText: 'Нет текста',
};
