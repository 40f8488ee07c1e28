/** Russian texts of the inbox. */
import { pluralsOf } from '../plurals.ts';
import type { InboxTexts } from './inbox.en.ts';

const n = pluralsOf('ru');

export const inboxRu: InboxTexts = {
  title: 'Входящие',
  allForms: 'Все формы',
  form: 'Форма',
  views: 'Представления',
  tabs: { new: 'Новые', all: 'Все', starred: 'Отмеченные', spam: 'Спам' },
  search: 'Поиск по заявкам',
  searchedUntil: (day) => `Просмотрено до ${day}…`,
  searchedAll: 'Просмотрены все заявки',
  filters: 'Фильтры',
  since: 'С',
  until: 'По',
  onlyFiles: 'Только с файлами',
  clearFilters: 'Сбросить фильтры',
  apply: 'Применить',
  columns: 'Столбцы',
  export: 'Экспорт',
  sender: 'От кого',
  message: 'Сообщение',
  received: 'Получено',
  star: 'Отметка',
  starIt: 'Отметить',
  unstarIt: 'Снять отметку',
  select: 'Выбрать',
  unreadHint: 'Не прочитано',
  filesCount: (count) => n(count, { one: '# файл', few: '# файла', many: '# файлов' }),
  newOnes: (count) => n(count, { one: '# новая заявка', few: '# новые заявки', many: '# новых заявок' }),
  showNew: 'Показать',
  selected: (count) => n(count, { one: 'Выбрана #', few: 'Выбрано #', many: 'Выбрано #' }),
  clearSelection: 'Снять выделение',
  markRead: 'Отметить как прочитанное',
  markUnread: 'Отметить как непрочитанное',
  addStar: 'Отметить',
  removeStar: 'Снять отметку',
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
  didStar: (count) => n(count, { one: '# отмечена', few: '# отмечены', many: '# отмечено' }),
  didUnstar: (count) => n(count, { one: '# отметка снята', few: '# отметки сняты', many: '# отметок снято' }),
  someFailed: (count) =>
    n(count, { one: '# не удалось изменить', few: '# не удалось изменить', many: '# не удалось изменить' }),
  next: 'Следующая заявка',
  previous: 'Предыдущая заявка',
  openIt: 'Открыть',
  toggleSelect: 'Выбрать или снять выделение',
  toggleStar: 'Отметить или снять отметку',
  toggleSpam: 'Отметить как спам или не спам',
  toggleUnread: 'Отметить как прочитанное или непрочитанное',
  empty: {
    new: ['Всё прочитано', 'Новые заявки появляются здесь через несколько секунд.'],
    all: ['Заявок пока нет', 'Здесь появятся заявки из ваших форм.'],
    starred: ['Нет отмеченных заявок', 'Нажмите s на заявке, чтобы отметить её и находить здесь.'],
    spam: ['Спама нет', 'Спам хранится здесь некоторое время, а потом удаляется.'],
  },
  noMatch: 'Подходящих заявок нет',
  noMatchText: 'Попробуйте меньше слов, другое представление или больший период.',
  noText: 'Нет текста',
};
