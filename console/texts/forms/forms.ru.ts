/** Russian strings for the list of forms and the first steps. */
import { pluralsOf } from '../plurals.ts';
import type { FormsTexts } from './forms.en.ts';

const n = pluralsOf('ru');

export const formsRu: FormsTexts = {
  title: 'Формы',
  newForm: 'Новая форма',
  name: 'Название',
  state: 'Статус',
  last30: 'За 30 дней',
  unread: 'Не прочитано',
  spam: 'Спам',
  columnProblems: 'Проблемы',
  columnActions: 'Действия',
  live: 'Активна',
  draft: 'Черновик',
  paused: 'Приостановлена',
  trend: (received) =>
    n(received, { one: '# заявка за 30 дней', few: '# заявки за 30 дней', many: '# заявок за 30 дней' }),
  spamCount: (spam) => n(spam, { one: 'спам: #', few: 'спам: #', many: 'спам: #' }),
  webhookFails: 'Ошибки вебхука',
  webhookOff: 'Вебхук выключен',
  mailWaits: 'Получатель не подтверждён',
  nobodyNotified: 'Никто не получает уведомлений',
  notifyMe: 'Уведомлять меня',
  addRecipient: 'Добавить получателя',
  nowNotified: (address) => `Новые заявки будут приходить на ${address}`,
  openInbox: 'Открыть входящие',
  settings: 'Настройки',
  webhooks: 'Вебхуки',
  share: 'Публикация',
  copyAddress: 'Скопировать URL формы',
  actionsOf: (name) => `Действия: ${name}`,
  filter: 'Найти форму',
  noMatch: 'Подходящих форм нет',
  noForms: 'Форм пока нет',
  noFormsViewer: 'Формы появятся здесь, когда владелец откроет вам доступ.',
  create: 'Создать форму',
  formName: 'Название формы',
  formNameHint: 'Показывается в консоли, в письмах и в заголовке вкладки со страницей благодарности.',
  created: (name) => `Форма «${name}» создана`,
  firstTitle: 'Создайте первую форму',
  firstText: 'Введите название, и вы получите код для своего сайта. Затем отправьте тестовую заявку.',
  waiting: 'Ждём первую заявку',
  waitingText:
    'Добавьте код на свой сайт и заполните форму или отправьте тестовую заявку. Эта страница обновится автоматически.',
  arrived: 'Первая заявка получена',
  arrivedText: (name) => `Форма «${name}» работает.`,
  open: 'Открыть заявку',
};
