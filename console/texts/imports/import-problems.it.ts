/** Italian translations of the service's messages about imports (`problem-text.ts`). */
export const importProblemsIt: Readonly<Record<string, string>> = {
  'The line is longer than 2 MB.': 'La riga supera i 2 MB.',
  'The row is longer than 2 MB, and the rest of the file was not read. A quotation mark may be missing.':
    'La riga supera i 2 MB e il resto del file non è stato letto. Forse mancano delle virgolette.',
  'A quotation mark is missing. The row is incomplete.': 'Mancano delle virgolette. La riga è incompleta.',
  'The line is not a JSON object.': 'La riga non è un oggetto JSON.',
  'The row has a different number of cells ({found}) than the header ({expected}).':
    'La riga non ha lo stesso numero di celle dell’intestazione: {found} invece di {expected}.',
  'The row has no value for any field.': 'La riga non contiene valori per nessun campo.',
  'The time is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30.':
    'Data e ora non valide. Esempi: 2026-01-31T10:30:00Z oppure 31 Jan 2026 10:30.',
  'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.':
    'Non è chiaro quale sia il giorno e quale il mese. Scriva le date come anno-mese-giorno, ad esempio 2026-01-31.',
  'The time is before 1970.': 'La data è precedente al 1970.',
  'The time is in the future.': 'La data è futura.',
  'The status must be "received" or "spam".': 'Lo stato deve essere «received» o «spam».',
  'The note is longer than {limit} characters.': 'La nota supera i {limit} caratteri.',
  'A submission can have at most {limit} fields.': 'Un invio può avere al massimo {limit} campi.',
  'The text of a submission can be at most {limit} bytes long.':
    'Il testo di un invio può avere al massimo {limit} byte.',
  'The file is in UTF-16. Save it again in UTF-8, for example as "CSV UTF-8".':
    'Il file è in UTF-16. Lo salvi in UTF-8, ad esempio come «CSV UTF-8».',
  'NDJSON files must be in UTF-8.': 'I file NDJSON devono essere in UTF-8.',
  'The file has more than {limit} columns.': 'Il file ha più di {limit} colonne.',
  'The column names are longer than {limit} characters in total.':
    'I nomi delle colonne superano in totale i {limit} caratteri.',
  'The file has no column "{name}", but the mapping includes it.':
    'La colonna «{name}» è abbinata, ma non esiste nel file.',
  'The header can’t be read. A quotation mark may be missing.':
    'L’intestazione non è leggibile. Forse mancano delle virgolette.',
  'The file is empty.': 'Il file è vuoto.',
  'The form was deleted.': 'Il modulo è stato eliminato.',
  'The import did not finish within a day.': 'L’importazione non è terminata entro un giorno.',
  'The file no longer exists. Start a new import.': 'Il file non esiste più. Avvii una nuova importazione.',
  'The file was uploaded again during the import. Start a new import.':
    'Il file è stato caricato di nuovo durante l’importazione. Avvii una nuova importazione.',
  'The file has more than {limit} rows. Split it into several files.':
    'Il file ha più di {limit} righe. Lo divida in più file.',
};
