/** Russian strings for assignees and labels. */
import type { HandlingTexts } from './handling.en.ts';

export const handlingRu: HandlingTexts = {
  assignee: 'Ответственный',
  assign: 'Назначить',
  assignTo: 'Назначить ответственного',
  assignedTo: (name) => `Ответственный: ${name}`,
  me: (name) => `${name} (вы)`,
  nobody: 'Никто',
  anyone: 'Все',
  label: 'Метка',
  labels: 'Метки',
  anyLabel: 'Любая метка',
  noLabels: 'Меток пока нет.',
  manageLabels: 'Создайте метки на странице аккаунта',
  labelsHint:
    'С помощью меток можно упорядочить заявки всех форм. В аккаунте может быть до 20 меток, у одной заявки — до 5.',
  name: 'Название',
  newLabel: 'Новая метка',
  color: 'Цвет',
  edit: 'Изменить',
  create: 'Создать метку',
  deleteNamed: (name) => `Удалить метку ${name}`,
  deleteTitle: (name) => `Удалить метку «${name}»?`,
  deleteText: 'Метка будет снята со всех заявок.',
  openAssign: 'Назначить ответственного',
  openLabels: 'Добавить или убрать метки',
  didAssign: (name, by) => `Ответственный: ${name} (${by})`,
  didUnassign: (by) => `Ответственный снят (${by})`,
  didLabel: (names, by) => `Новые метки: ${names} (${by})`,
  didUnlabel: (by) => `Метки убраны (${by})`,
};
