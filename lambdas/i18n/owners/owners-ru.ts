/** What a form's recipients read in Russian. */
import { countedIn, withComma } from '../../core/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('ru');

export const ownersRu: OwnerTexts = {
  notification: {
    subject: (form) => `Новая отправка: ${form}`,
    intro: (form) => `Кто-то заполнил вашу форму «${form}».`,
    noFields: 'В отправке нет ни одного поля.',
    files: 'Файлы',
    linksLast: (days) =>
      `Открыть файл по ссылке можно в течение ${counted(days, { one: 'дня', few: 'дней', many: 'дней', other: 'дня' })}. После этого в отправке появится новая ссылка.`,
    received: (time, submissionId) => `Получено ${time}, отправка ${submissionId}.`,
    reply: (address) => `Ответ на это письмо придёт на ${address} — адрес, указанный в форме.`,
  },
  unsubscribe: 'Отписаться от писем об этой форме',
  allForms: 'все формы',
  webhook: (url, id) => `Вебхук: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Вебхук не работает: ${form}`,
    intro: (form) => `Вебхук вашей формы «${form}» не работает.`,
    reason: (since) =>
      `Отправку не удалось доставить ни с одной попытки; последняя завершилась ошибкой ${since}.`,
    consequence:
      'Новые отправки по-прежнему передаются. Это письмо приходит один раз, а повторно — только если вебхук перестанет работать после того, как снова работал, и не чаще раза в день.',
    remedy: (id) =>
      `GET /v1/webhooks/${id}/deliveries показывает, что ответил получатель; недоставленное можно отправить ещё раз.`,
  },
  webhookDisabled: {
    subject: (form) => `Вебхук отключён: ${form}`,
    intro: (form) => `Вебхук вашей формы «${form}» отключён.`,
    reason: (since, disabled) =>
      `С ${since} были только ошибки, поэтому с ${disabled} на него больше ничего не передаётся.`,
    gone: (disabled) =>
      `Получатель ответил, что его больше нет (410), поэтому с ${disabled} на него больше ничего не передаётся.`,
    consequence: 'Ничего не теряется: отправки по-прежнему принимаются и сохраняются.',
    remedy: (id) =>
      `Когда получатель снова заработает, включите вебхук (PATCH /v1/webhooks/${id} с телом { "enabled": true }) и повторите то, что не было доставлено.`,
  },
  spamSummary: {
    subject: (form) => `Отнесено к спаму за неделю: ${form}`,
    intro: (filed, form) =>
      `За последнюю неделю форма «${form}» отнесла к спаму ${counted(filed, { one: 'сообщение', few: 'сообщения', many: 'сообщений', other: 'сообщения' })}.`,
    release:
      'О них никто не получил уведомления, и в свой срок они будут удалены. То, что не спам, можно принять в консоли: тогда оно доставляется, как если бы только что пришло.',
    filed: 'Отнесено к спаму',
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
