/** Spanish translations of the service's messages about imports (`problem-text.ts`). */
export const importProblemsEs: Readonly<Record<string, string>> = {
  'The line is longer than 2 MB.': 'La línea supera los 2 MB.',
  'The row is longer than 2 MB, and the rest of the file was not read. A quotation mark may be missing.':
    'La fila supera los 2 MB y el resto del archivo no se ha leído. Puede que falten unas comillas.',
  'A quotation mark is missing. The row is incomplete.': 'Faltan unas comillas. La fila está incompleta.',
  'The line is not a JSON object.': 'La línea no es un objeto JSON.',
  'The row has a different number of cells ({found}) than the header ({expected}).':
    'La fila no tiene el mismo número de celdas que el encabezado: {found} en lugar de {expected}.',
  'The row has no value for any field.': 'La fila no tiene valores para ningún campo.',
  'The time is not valid. Use a format such as 2026-01-31T10:30:00Z or 31 Jan 2026 10:30.':
    'No es una fecha y hora válida. Ejemplos: 2026-01-31T10:30:00Z o 31 Jan 2026 10:30.',
  'The time could be day/month or month/day. Write dates as year-month-day, for example 2026-01-31.':
    'No está claro cuál es el día y cuál el mes. Escriba las fechas como año-mes-día, por ejemplo 2026-01-31.',
  'The time is before 1970.': 'La fecha es anterior a 1970.',
  'The time is in the future.': 'La fecha es futura.',
  'The status must be "received" or "spam".': 'El estado debe ser «received» o «spam».',
  'The note is longer than {limit} characters.': 'La nota supera los {limit} caracteres.',
  'A submission can have at most {limit} fields.': 'Un envío puede tener como máximo {limit} campos.',
  'The text of a submission can be at most {limit} bytes long.':
    'El texto de un envío puede tener como máximo {limit} bytes.',
  'The file is in UTF-16. Save it again in UTF-8, for example as "CSV UTF-8".':
    'El archivo está en UTF-16. Guárdelo en UTF-8, por ejemplo como «CSV UTF-8».',
  'NDJSON files must be in UTF-8.': 'Los archivos NDJSON deben estar en UTF-8.',
  'The file has more than {limit} columns.': 'El archivo tiene más de {limit} columnas.',
  'The column names are longer than {limit} characters in total.':
    'Los nombres de las columnas suman más de {limit} caracteres.',
  'The file has no column "{name}", but the mapping includes it.':
    'La columna «{name}» está asignada, pero no existe en el archivo.',
  'The header can’t be read. A quotation mark may be missing.':
    'No se puede leer el encabezado. Puede que falten unas comillas.',
  'The file is empty.': 'El archivo está vacío.',
  'The form was deleted.': 'El formulario se ha eliminado.',
  'The import did not finish within a day.': 'La importación no ha terminado en un día.',
  'The file no longer exists. Start a new import.': 'El archivo ya no existe. Inicie una nueva importación.',
  'The file was uploaded again during the import. Start a new import.':
    'El archivo se ha vuelto a subir durante la importación. Inicie una nueva importación.',
  'The file has more than {limit} rows. Split it into several files.':
    'El archivo tiene más de {limit} filas. Divídalo en varios archivos.',
};
