/** Russian translations of the service's messages about imports (`problem-text.ts`). */
export const importProblemsRu: Readonly<Record<string, string>> = {
  'The line is longer than 2 MB.': 'Строка длиннее 2 МБ.',
  'The row is longer than 2 MB, and the rest of the file was not read. A quotation mark may be missing.':
    'Строка длиннее 2 МБ, остальная часть файла не прочитана. Возможно, пропущена кавычка.',
  'A quotation mark is missing. The row is incomplete.': 'Пропущена кавычка. Строка неполная.',
  'The line is not a JSON object.': 'Строка не является объектом JSON.',
  'The row has a different number of cells ({found}) than the header ({expected}).':
    'Количество ячеек в строке не такое, как в заголовке: {found} вместо {expected}.',
  'The row has no value for any field.': 'В строке нет значения ни для одного поля.',
  'The time is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30.':
    'Не удалось распознать дату и время. Примеры: 2026-01-31T10:30:00Z или 31 Jan 2026 10:30.',
  'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.':
    'Непонятно, где день, а где месяц. Укажите дату в формате год-месяц-день, например 2026-01-31.',
  'The time is before 1970.': 'Дата раньше 1970 года.',
  'The time is in the future.': 'Дата в будущем.',
  'The status must be "received" or "spam".': 'Статус должен быть «received» или «spam».',
  'The note is longer than {limit} characters.': 'Заметка длиннее {limit} символов.',
  'A submission can have at most {limit} fields.': 'В заявке может быть не больше {limit} полей.',
  'The text of a submission can be at most {limit} bytes long.':
    'Текст заявки может занимать не больше {limit} байт.',
  'The file is in UTF-16. Save it again in UTF-8, for example as "CSV UTF-8".':
    'Файл сохранён в UTF-16. Сохраните его в UTF-8, например как «CSV UTF-8».',
  'NDJSON files must be in UTF-8.': 'Файлы NDJSON должны быть в UTF-8.',
  'The file has more than {limit} columns.': 'В файле больше {limit} столбцов.',
  'The column names are longer than {limit} characters in total.':
    'Общая длина названий столбцов больше {limit} символов.',
  'The file has no column "{name}", but the mapping includes it.':
    'Столбец «{name}» указан в сопоставлении, но его нет в файле.',
  'The header can’t be read. A quotation mark may be missing.':
    'Не удалось прочитать заголовок. Возможно, пропущена кавычка.',
  'The file is empty.': 'Файл пуст.',
  'The form was deleted.': 'Форма удалена.',
  'The import did not finish within a day.': 'Импорт не завершился за сутки.',
  'The file no longer exists. Start a new import.': 'Файла больше нет. Начните новый импорт.',
  'The file was uploaded again during the import. Start a new import.':
    'Во время импорта файл загрузили ещё раз. Начните новый импорт.',
  'The file has more than {limit} rows. Split it into several files.':
    'В файле больше {limit} строк. Разделите его на несколько файлов.',
};
