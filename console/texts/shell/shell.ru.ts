/** Russian strings for the shell. */
import type { ShellTexts } from './shell.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('ru');

export const shellRu: ShellTexts = {
  product: 'Forms',
  forms: 'Формы',
  inbox: 'Входящие',
  webhooks: 'Вебхуки',
  usage: 'Расход квоты',
  keys: 'Ключи',
  apps: 'Приложения',
  people: 'Участники',
  audit: 'Журнал действий',
  account: 'Аккаунт',
  help: 'Справка по этой странице (на английском)',
  navigation: 'Главное меню',
  openMenu: 'Открыть меню',
  skip: 'Перейти к содержимому',
  userMenu: 'Меню пользователя',
  theme: 'Тема',
  themes: { system: 'Системная', light: 'Светлая', dark: 'Тёмная' },
  language: 'Язык',
  signOut: 'Выйти',
  withKey: 'Вход по ключу',
  roles: { owner: 'Владелец', editor: 'Редактор', viewer: 'Наблюдатель' },
  offline:
    'Нет сети. Данные на этой странице могли устареть. Изменения во входящих сохраняются на этом устройстве и отправятся, когда связь восстановится.',
  busy: 'Сервис перегружен. Мы отправим ваши изменения чуть позже.',
  keptChanges: (count) =>
    n(count, {
      one: '# изменение ждёт отправки',
      few: '# изменения ждут отправки',
      many: '# изменений ждут отправки',
    }),
  keptChangesSent: (count) =>
    n(count, {
      one: '# изменение отправлено',
      few: '# изменения отправлены',
      many: '# изменений отправлено',
    }),
  shortcuts: 'Горячие клавиши',
  shortcutGroups: { everywhere: 'Везде', view: 'На этом экране' },
  goTo: (place) => `Перейти: ${place}`,
  palette: 'Найти заявку, форму, вебхук, участника, экран или действие',
  searchSubmissions: (text: string) => `Искать «${text}» в заявках`,
  paletteEmpty: 'Ничего не найдено',
  showShortcuts: 'Показать горячие клавиши',
  search: 'Поиск',
  notHere: 'Страница не найдена',
  notHereText: 'Адрес указан неверно, или такой страницы больше нет.',
  toForms: 'Перейти к формам',
};
