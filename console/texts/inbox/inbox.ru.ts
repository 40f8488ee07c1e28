/** Russian strings for the inbox. */
import { pluralsOf } from '../plurals.ts';
import type { InboxTexts } from './inbox.en.ts';

const n = pluralsOf('ru');

export const inboxRu: InboxTexts = {
  title: 'Входящие',
  allForms: 'Все формы',
  form: 'Форма',
  views: 'Разделы',
  tabs: { new: 'Новые', mine: 'Мои', all: 'Все', starred: 'Избранное', done: 'Выполнено', spam: 'Спам' },
  search: 'Поиск по заявкам',
  searchedUntil: (day) => `Идёт поиск… Просмотрено до ${day}`,
  searchedFirst: (count) =>
    n(count, {
      one: 'Показан # последний результат',
      few: 'Показаны # последних результата',
      many: 'Показано # последних результатов',
    }),
  searchedAll: 'Поиск выполнен по всем заявкам',
  foundInSpam: (number) => `${number} в спаме`,
  foundInOtherForms: (number) => `${number} в других формах`,
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
  selectAll: (number: string) => `Выбрать все подходящие (${number})`,
  selectAllMatching: 'Выбрать все подходящие',
  allSelected: (number: string) => `Выбраны все (${number})`,
  allMatchingSelected: 'Выбраны все подходящие',
  position: (from: string, to: string) => `${from}–${to}`,
  positionOf: (from: string, to: string, total: string) => `${from}–${to} из ${total}`,
  bulkWaiting: (action: string, count: number) =>
    `${action}: ${n(count, { one: '# заявка', few: '# заявки', many: '# заявок' })}`,
  bulkRunning: (done: number, total: number) =>
    `${n(done, { one: '#', few: '#', many: '#' })} из ${n(total, { one: '#', few: '#', many: '#' })}`,
  bulkUndone: 'Отменено. Ничего не изменилось.',
  bulkFailed: (done: number, total: number) =>
    `Операция остановлена: обработано ${n(done, { one: '#', few: '#', many: '#' })} из ${n(total, { one: '#', few: '#', many: '#' })}. Возможно, месячная квота исчерпана.`,
  didUpdate: (count) =>
    n(count, { one: 'Изменена # заявка', few: 'Изменены # заявки', many: 'Изменено # заявок' }),
  bulkAction: {
    read: 'Отметить как прочитанные',
    unread: 'Отметить как непрочитанные',
    star: 'В избранное',
    unstar: 'Убрать из избранного',
    handle: 'Отметить как выполненные',
    unhandle: 'Открыть снова',
    spam: 'Отметить как спам',
    release: 'Переместить во входящие',
    delete: 'Удалить',
    assign: 'Назначить',
    label: 'Добавить метки',
    unlabel: 'Убрать метки',
  },
  markRead: 'Отметить как прочитанное',
  markUnread: 'Отметить как непрочитанное',
  addStar: 'В избранное',
  removeStar: 'Убрать из избранного',
  markDone: 'Отметить как выполненное',
  reopen: 'Открыть снова',
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
      one: 'Отмечено как прочитанное: #',
      few: 'Отмечено как прочитанное: #',
      many: 'Отмечено как прочитанное: #',
    }),
  didUnread: (count) =>
    n(count, {
      one: 'Отмечено как непрочитанное: #',
      few: 'Отмечено как непрочитанное: #',
      many: 'Отмечено как непрочитанное: #',
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
  didHandle: (count) =>
    n(count, {
      one: 'Отмечено как выполненное: #',
      few: 'Отмечено как выполненное: #',
      many: 'Отмечено как выполненное: #',
    }),
  didUnhandle: (count) =>
    n(count, { one: '# открыта снова', few: '# открыты снова', many: '# открыто снова' }),
  someFailed: (count) =>
    n(count, {
      one: 'Не удалось изменить # заявку',
      few: 'Не удалось изменить # заявки',
      many: 'Не удалось изменить # заявок',
    }),
  next: 'Следующая заявка',
  previous: 'Предыдущая заявка',
  openIt: 'Открыть',
  toggleSelect: 'Выбрать или снять выделение',
  toggleStar: 'Добавить в избранное или убрать из него',
  toggleDone: 'Отметить как выполненное или открыть снова',
  toggleSpam: 'Отметить как спам или вернуть из спама',
  toggleUnread: 'Отметить как прочитанное или непрочитанное',
  empty: {
    new: ['Всё прочитано', 'Новые заявки появляются здесь в течение нескольких секунд.'],
    mine: [
      'Вам ничего не назначено',
      'Назначенные вам заявки остаются здесь, пока их не отметят как выполненные.',
    ],
    all: ['Заявок пока нет', 'Здесь появятся заявки из ваших форм.'],
    starred: ['В избранном пусто', 'Выберите заявку и нажмите s, чтобы добавить её в избранное.'],
    done: ['Выполненных заявок нет', 'Выберите заявку и нажмите e, чтобы отметить её как выполненную.'],
    spam: ['Спама нет', 'Заявки, отмеченные как спам, хранятся здесь до автоматического удаления.'],
  },
  newestForms: (count) =>
    `Показаны заявки только ${count} самых новых форм. Чтобы увидеть заявки более старой формы, выберите её.`,
  noMatch: 'Подходящих заявок нет',
  noMatchText: 'Сократите запрос, выберите другой раздел или более длинный период.',
  noText: 'Нет текста',
};
