/**
 * Writes an XLSX workbook while its rows are being read, so that the workbook doesn't have to fit in memory.
 * An XLSX file is a ZIP archive of XML documents, which fflate compresses as they are written.
 */
import { Zip, ZipDeflate } from 'fflate';
import { sheetNames } from './sheet-names.ts';
import {
  cellRowXml,
  SHEET_END,
  SHEET_START,
  STYLES_XML,
  titleRowXml,
  xmlText,
  type SheetCell,
} from './sheet-xml.ts';

/** Maximum number of rows in an Excel sheet. */
const MAX_ROWS = 1_048_576;
/** Number of characters to collect before compressing them. */
const CHUNK = 256 * 1024;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface Sheet {
  /** Preferred sheet name, which is changed if Excel doesn't allow it. */
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: AsyncIterable<readonly SheetCell[]>;
}

/**
 * Yields the file in chunks. Reads one sheet at a time. There must be at least one sheet. If a sheet has more
 * rows than Excel allows, adds sheets with the same column titles for the remaining rows.
 */
export async function* workbook(
  sheets: AsyncIterable<Sheet>,
  maxRows: number = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const archive = new Archive();
  const nameOf = sheetNames();
  const names: string[] = [];
  for await (const { name, titles, rows } of sheets) {
    const start = (): void => {
      names.push(nameOf(name));
      archive.start(`xl/worksheets/sheet${names.length}.xml`);
      archive.write(SHEET_START + titleRowXml(titles));
    };
    start();
    let row = 1;
    for await (const cells of rows) {
      if (row === maxRows) {
        archive.end(SHEET_END);
        start();
        row = 1;
      }
      row += 1;
      archive.write(cellRowXml(row, cells));
      yield* archive.written();
    }
    archive.end(SHEET_END);
  }
  for (const [path, xml] of documentsOf(names)) {
    archive.start(path);
    archive.end(xml);
  }
  archive.finish();
  yield* archive.written();
}

/** A ZIP archive that is written sequentially. */
class Archive {
  #written: Uint8Array[] = [];
  #text: string[] = [];
  #length = 0;
  #entry: ZipDeflate | undefined;
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#written.push(bytes);
  });

  start(path: string): void {
    this.#entry = new ZipDeflate(path);
    this.#zip.add(this.#entry);
    this.write(XML);
  }

  write(xml: string): void {
    this.#text.push(xml);
    this.#length += xml.length;
    if (this.#length >= CHUNK) this.#compress(false);
  }

  end(xml: string): void {
    this.#text.push(xml);
    this.#compress(true);
  }

  finish(): void {
    this.#zip.end();
  }

  /** Returns the bytes written since the last call. */
  written(): Uint8Array[] {
    const bytes = this.#written;
    this.#written = [];
    return bytes;
  }

  #compress(isLast: boolean): void {
    const text = this.#text.join('');
    this.#text = [];
    this.#length = 0;
    this.#entry?.push(Buffer.from(text), isLast);
  }
}

/** Returns the paths and contents of the documents that describe the sheets. */
function documentsOf(names: readonly string[]): (readonly [string, string])[] {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${DOCUMENT}/relationships/${type}" Target="${target}"/>`;
  const part = (path: string, type: string): string =>
    `<Override PartName="${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`;
  const relations = `<Relationships xmlns="${PACKAGE}/relationships">`;
  return [
    ['xl/styles.xml', STYLES_XML],
    [
      'xl/workbook.xml',
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${DOCUMENT}/relationships"><sheets>${names
        .map((name, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${relations}${names
        .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
        .join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['_rels/.rels', `${relations}${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${names
        .map((_, at) => part(`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet'))
        .join('')}</Types>`,
    ],
  ];
}

const attribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');
