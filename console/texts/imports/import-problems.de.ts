/** German translations of the service's messages about imports (`problem-text.ts`). */
export const importProblemsDe: Readonly<Record<string, string>> = {
  'The line is longer than 2 MB.': 'Die Zeile ist länger als 2 MB.',
  'The row is longer than 2 MB, and the rest of the file was not read. A quotation mark may be missing.':
    'Die Zeile ist länger als 2 MB. Der Rest der Datei wurde nicht gelesen. Möglicherweise fehlt ein Anführungszeichen.',
  'A quotation mark is missing. The row is incomplete.':
    'Ein Anführungszeichen fehlt. Die Zeile ist unvollständig.',
  'The line is not a JSON object.': 'Die Zeile ist kein JSON-Objekt.',
  'The row has a different number of cells ({found}) than the header ({expected}).':
    'Die Zeile hat nicht so viele Zellen wie die Kopfzeile ({found} statt {expected}).',
  'The row has no value for any field.': 'Die Zeile enthält für kein Feld einen Wert.',
  'The time is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30.':
    'Das ist keine gültige Zeitangabe. Gültig ist zum Beispiel 2026-01-31T10:30:00Z oder 31 Jan 2026 10:30.',
  'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.':
    'Tag und Monat sind nicht eindeutig. Schreiben Sie das Datum als Jahr-Monat-Tag, zum Beispiel 2026-01-31.',
  'The time is before 1970.': 'Der Zeitpunkt liegt vor 1970.',
  'The time is in the future.': 'Der Zeitpunkt liegt in der Zukunft.',
  'The status must be "received" or "spam".': 'Der Status muss „received“ oder „spam“ sein.',
  'The note is longer than {limit} characters.': 'Die Notiz ist länger als {limit} Zeichen.',
  'A submission can have at most {limit} fields.': 'Eine Einsendung darf höchstens {limit} Felder haben.',
  'The text of a submission can be at most {limit} bytes long.':
    'Der Text einer Einsendung darf höchstens {limit} Bytes lang sein.',
  'The file is in UTF-16. Save it again in UTF-8, for example as "CSV UTF-8".':
    'Die Datei ist in UTF-16 kodiert. Speichern Sie sie noch einmal in UTF-8, zum Beispiel als „CSV UTF-8“.',
  'NDJSON files must be in UTF-8.': 'NDJSON-Dateien müssen in UTF-8 kodiert sein.',
  'The file has more than {limit} columns.': 'Die Datei hat mehr als {limit} Spalten.',
  'The column names are longer than {limit} characters in total.':
    'Die Spaltennamen sind zusammen länger als {limit} Zeichen.',
  'The file has no column "{name}", but the mapping includes it.':
    'Die Spalte „{name}“ ist zugeordnet, fehlt aber in der Datei.',
  'The header can’t be read. A quotation mark may be missing.':
    'Die Kopfzeile ist nicht lesbar. Möglicherweise fehlt ein Anführungszeichen.',
  'The file is empty.': 'Die Datei ist leer.',
  'The form was deleted.': 'Das Formular wurde gelöscht.',
  'The import did not finish within a day.': 'Der Import wurde nicht innerhalb eines Tages abgeschlossen.',
  'The file no longer exists. Start a new import.':
    'Die Datei ist nicht mehr vorhanden. Starten Sie einen neuen Import.',
  'The file was uploaded again during the import. Start a new import.':
    'Die Datei wurde während des Imports erneut hochgeladen. Starten Sie einen neuen Import.',
  'The file has more than {limit} rows. Split it into several files.':
    'Die Datei hat mehr als {limit} Zeilen. Teilen Sie sie in mehrere Dateien auf.',
};
