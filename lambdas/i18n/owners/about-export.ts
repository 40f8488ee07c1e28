/** Contains the text of `about.txt`, which is part of the ZIP file with a person's data, in all languages. */
import type { Language } from '../../core/text/language.ts';

export interface ExportFacts {
  /** The account that exported the data. */
  readonly account: string;
  /** The e-mail address or words that were searched for. */
  readonly wanted: string;
  /** End of the period that was searched, in ISO 8601. */
  readonly until: string;
  readonly submissions: number;
  readonly files: number;
  /** Names of the forms. */
  readonly forms: readonly string[];
}

/** Returns the text of `about.txt`. */
export const aboutExport: Readonly<Record<Language, (facts: ExportFacts) => string>> = {
  en: ({ account, wanted, until, submissions, files, forms }) => `Personal data stored by ${account}

Search: ${wanted}
Searched: all forms, including spam, up to ${until}
Found: ${submissions} submissions with ${files} files
Forms: ${forms.join(', ')}

submissions.json  all details, with the history and the e-mails of each submission
submissions.csv   the same submissions as a table
files/            the files, in a folder for each submission
`,
  de: ({ account, wanted, until, submissions, files, forms }) => `Personenbezogene Daten bei ${account}

Gesucht wurde nach: ${wanted}
Durchsucht wurden: alle Formulare einschließlich Spam bis ${until}
Gefunden: ${submissions} Einsendungen mit ${files} Dateien
Formulare: ${forms.join(', ')}

submissions.json  alle Angaben, mit dem Verlauf und den E-Mails jeder Einsendung
submissions.csv   dieselben Einsendungen als Tabelle
files/            die Dateien, in einem Ordner je Einsendung
`,
  es: ({ account, wanted, until, submissions, files, forms }) => `Datos personales almacenados por ${account}

Búsqueda: ${wanted}
Se ha buscado en: todos los formularios, incluido el spam, hasta ${until}
Resultado: ${submissions} envíos con ${files} archivos
Formularios: ${forms.join(', ')}

submissions.json  todos los detalles, con el historial y los correos de cada envío
submissions.csv   los mismos envíos en forma de tabla
files/            los archivos, en una carpeta por envío
`,
  it: ({ account, wanted, until, submissions, files, forms }) => `Dati personali conservati da ${account}

Ricerca: ${wanted}
Dove si è cercato: in tutti i moduli, compreso lo spam, fino a ${until}
Risultato: ${submissions} invii con ${files} file
Moduli: ${forms.join(', ')}

submissions.json  tutti i dettagli, con la cronologia e le email di ogni invio
submissions.csv   gli stessi invii in forma di tabella
files/            i file, in una cartella per ogni invio
`,
  ru: ({
    account,
    wanted,
    until,
    submissions,
    files,
    forms,
  }) => `Персональные данные, которые хранит ${account}

Запрос: ${wanted}
Где искали: во всех формах, включая спам, до ${until}
Найдено: заявок — ${submissions}, файлов — ${files}
Формы: ${forms.join(', ')}

submissions.json  все данные с историей и письмами каждой заявки
submissions.csv   те же заявки в виде таблицы
files/            файлы, по папке на каждую заявку
`,
};
