/** Russian texts for the list of forms and the first steps. */
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
  openInbox: 'Открыть входящие',
  settings: 'Настройки',
  webhooks: 'Вебхуки',
  copyAddress: 'Скопировать URL формы',
  actionsOf: (name) => `Действия: ${name}`,
  filter: 'Найти форму',
  noMatch: 'Подходящих форм нет',
  noMatchText: 'Введите часть названия или очистите поиск.',
  noForms: 'Форм пока нет',
  noFormsViewer: 'Формы появятся здесь, когда владелец откроет вам доступ.',
  create: 'Создать форму',
  formName: 'Название формы',
  formNameHint:
    'Это название видно здесь и в письмах, а посетителям — на вкладке браузера со страницей благодарности.',
  created: (name) => `Форма «${name}» создана`,
  firstTitle: 'Первая заявка за три шага',
  step1: 'Назовите форму',
  step2: 'Добавьте её на сайт',
  step2Text:
    'Вставьте этот код на страницу своего сайта. URL вашей формы в нём уже указан, а поля можно изменить.',
  step3: 'Отправьте заявку',
  waiting: 'Ждём первую заявку…',
  waitingText: 'Заполните форму на своей странице. Этот экран обновится автоматически, когда придёт заявка.',
  arrived: 'Первая заявка получена',
  arrivedText: (name) => `Форма «${name}» работает.`,
  open: 'Открыть',
  skip: 'Пропустить и перейти к формам',
  snippet: 'HTML-код формы',
};
