/** Russian texts of the list of forms and the first steps. */
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
  paused: 'На паузе',
  trend: (received) =>
    n(received, { one: '# заявка за 30 дней', few: '# заявки за 30 дней', many: '# заявок за 30 дней' }),
  spamCount: (spam) => n(spam, { one: '# спам', few: '# спама', many: '# спама' }),
  webhookFails: 'Ошибки вебхука',
  webhookOff: 'Вебхук выключен',
  mailWaits: 'Почта не подтверждена',
  openInbox: 'Открыть входящие',
  settings: 'Настройки',
  webhooks: 'Вебхуки',
  copyAddress: 'Копировать URL формы',
  actionsOf: (name) => `Действия: ${name}`,
  filter: 'Найти форму',
  noMatch: 'Подходящих форм нет',
  noMatchText: 'Введите часть названия или очистите поиск.',
  noForms: 'Форм пока нет',
  noFormsViewer: 'Формы появятся здесь, когда владелец откроет вам доступ.',
  create: 'Создать форму',
  formName: 'Название формы',
  formNameHint:
    'Вы видите это название здесь и в письмах. Посетители видят его на вкладке страницы благодарности.',
  created: (name) => `Форма «${name}» готова`,
  firstTitle: 'Первая заявка за три шага',
  step1: 'Назовите форму',
  step2: 'Добавьте её на сайт',
  step2Text:
    'Вставьте этот код на страницу. Он уже отправляет данные на URL вашей формы, а поля можно менять.',
  step3: 'Отправьте заявку',
  waiting: 'Ждём первую заявку…',
  waitingText: 'Заполните форму на своей странице. Этот экран обновится автоматически, когда придёт заявка.',
  arrived: 'Пришла первая заявка',
  arrivedText: (name) => `Форма «${name}» работает.`,
  open: 'Открыть',
  skip: 'Пропустить и перейти к формам',
  snippet: 'HTML-код формы',
};
