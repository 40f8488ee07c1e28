/** Russian strings for a form's recipients. */
import { countedIn, withComma } from '../../core/errors/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('ru');

export const ownersRu: OwnerTexts = {
  notification: {
    subject: (form) => `Новая заявка: ${form}`,
    intro: (form) => `Кто-то заполнил вашу форму «${form}».`,
    test: (subject) => `Тест: ${subject}`,
    testNote: 'Это тест с примерами значений. Форму никто не заполнял.',
    noFields: 'В заявке нет полей.',
    files: 'Файлы',
    linksLast: (days) =>
      `Любой, у кого есть ссылка на файл, может открыть его в течение ${counted(days, { one: 'дня', few: 'дней', many: 'дней', other: 'дня' })}. После этого новую ссылку можно получить в самой заявке.`,
    received: (time, submissionId) => `Получено ${time}, заявка ${submissionId}`,
    reply: (address) => `Ответы на это письмо придут на ${address} — адрес, указанный в форме.`,
  },
  open: 'Открыть в консоли',
  unsubscribe: 'Отписаться от писем об этой форме',
  allForms: 'все формы',
  webhook: (url, id) => `Вебхук: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Ошибка вебхука: ${form}`,
    intro: (form) => `Один из вебхуков вашей формы «${form}» не работает.`,
    reason: (since) => `Все попытки доставить заявку завершились ошибкой, последняя — ${since}.`,
    consequence:
      'Мы продолжим передавать новые заявки на этот вебхук. Вы получите это письмо снова, только если вебхук восстановится и опять перестанет работать, и не чаще раза в день.',
    remedy: 'Ответы вашего эндпоинта можно посмотреть в консоли. Там же можно повторить неудачные доставки.',
  },
  webhookDisabled: {
    subject: (form) => `Вебхук отключён: ${form}`,
    intro: (form) => `Один из вебхуков вашей формы «${form}» отключён.`,
    reason: (since, disabled) =>
      `С ${since} все доставки завершались ошибкой, поэтому ${disabled} мы отключили вебхук.`,
    gone: (disabled) => `Эндпоинт ответил кодом 410 Gone, поэтому ${disabled} мы отключили вебхук.`,
    consequence: 'Заявки не теряются: мы по-прежнему принимаем и сохраняем их.',
    remedy: 'Когда эндпоинт снова заработает, включите вебхук в консоли и повторите неудачные доставки.',
  },
  spamSummary: {
    subject: (form) => `Спам за неделю: ${form}`,
    intro: (filed, form) => `За последнюю неделю в форме «${form}» в спам попало заявок: ${filed}.`,
    release:
      'Уведомления об этих заявках не отправлялись, и они будут удалены автоматически. Если заявка не спам, верните её во входящие в консоли: она будет доставлена как новая.',
    filed: 'Перемещено в спам',
    note: (time, score) => `${time}, оценка ${score}`,
  },
  size: sizeIn(
    {
      bytes: { one: 'байт', few: 'байта', many: 'байт', other: 'байта' },
      kilobytes: 'КБ',
      megabytes: 'МБ',
    },
    counted,
    withComma,
  ),
};
