/**
 * Spreads a hot form's submissions over several partitions of the Submissions table, called pieces
 * (docs/decisions/0054). Piece 0 is the partition that every form has. A submission's id contains the number of
 * its piece, so a single submission can be found without reading its form.
 */

/** Number of pieces of a hot form. A partition handles 1,000 write units per second. */
export const PIECES = 8;

/** Separates the form's id from the number of the piece in a partition key. */
const SEPARATOR = '~';

/**
 * The characters before the piece's number in the ids of submissions in pieces 1 to 7. The probability that a
 * random id ends with this mark is 1 in 1.6e11, and `withPiece` changes new ids that do.
 */
const MARK = 'P1ECE0F';
const TAIL = new RegExp(`${MARK}([1-${PIECES - 1}])$`);

/** A form whose submissions are read. */
export interface FormPieces {
  readonly form_id: string;
  /** Number of pieces. Absent until the form first receives so many submissions that it is split into pieces. */
  readonly pieces?: number | undefined;
}

/**
 * Returns the id, or the ULID, with its last characters replaced so that it belongs to this piece. For piece 0,
 * only changes ids that look as if they belonged to another piece.
 */
export function withPiece(id: string, piece: number): string {
  if (piece > 0) return `${id.slice(0, -MARK.length - 1)}${MARK}${piece}`;
  return TAIL.test(id) ? `${id.slice(0, -1)}0` : id;
}

/** Returns the number of the piece that a submission is stored in. */
export const pieceOf = (submissionId: string): number => Number(TAIL.exec(submissionId)?.[1] ?? 0);

/** Returns the partition key of a form's piece. */
export const partitionOf = (formId: string, piece: number): string =>
  piece === 0 ? formId : `${formId}${SEPARATOR}${piece}`;

/** Returns the partition keys of all of a form's submissions, starting with piece 0. */
export const partitionsOf = ({ form_id, pieces = 1 }: FormPieces): string[] =>
  Array.from({ length: pieces }, (_, piece) => partitionOf(form_id, piece));

/** Returns the form's id in a partition key. */
export const formIdOfPartition = (partition: string): string => partition.split(SEPARATOR)[0] ?? partition;

/** Returns the key of a submission in the Submissions table. */
export const submissionKey = ({
  form_id,
  submission_id,
}: {
  readonly form_id: string;
  readonly submission_id: string;
}) => ({ form_id: partitionOf(form_id, pieceOf(submission_id)), submission_id });

/**
 * Returns the pieces that haven't been read completely, starting with the piece of the last submission that was
 * read. Use this function to process all submissions one piece at a time, if their order doesn't matter.
 * @param after the last submission that was read
 */
export function piecesAfter(
  form: FormPieces,
  after: string | undefined,
): { readonly partition: string; readonly after: string | undefined }[] {
  const first = after === undefined ? 0 : pieceOf(after);
  return partitionsOf(form)
    .slice(first)
    .map((partition, index) => ({ partition, after: index === 0 ? after : undefined }));
}
