/** Describes what is wrong with a forms file, and where. */

/** A path in the file, consisting of map keys and list indexes. */
export type FilePath = readonly (string | number)[];

/** A line and a column, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Fault {
  readonly path: FilePath;
  /** Continues a sentence that starts with the path: "must be a number, for example 3". */
  readonly message: string;
  /** True if the fault is about the key itself instead of its value. */
  readonly ofKey?: boolean;
  /** Set if the file can't be parsed, in which case there is no path. */
  readonly place?: Place;
}

/** Maximum number of faults to list. */
const MAX_FAULTS = 20;

/** Thrown when a file can't be used. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused' as const;
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(
      faults
        .slice(0, MAX_FAULTS)
        .map((fault) => faultText(fault))
        .join('\n'),
    );
    this.faults = faults;
  }
}

/** Formats a fault without its position. */
export const faultText = ({ path, message }: Fault): string =>
  path.length === 0 ? message : `${path.join('.')} ${message}`;

/**
 * Formats faults as lines such as `forms.yaml:3:5: forms.contact.name must be text`, in the order of the
 * file.
 * @param placeOf returns the position of a key or value
 */
export function faultLines(
  faults: readonly Fault[],
  file: string,
  placeOf: (path: FilePath, ofKey: boolean) => Place,
): string[] {
  const placed = faults
    .map((fault) => ({ fault, at: fault.place ?? placeOf(fault.path, fault.ofKey ?? false) }))
    .toSorted((one, other) => one.at.line - other.at.line || one.at.column - other.at.column);
  const lines = placed.slice(0, MAX_FAULTS).map(({ fault, at }) =>
    // Faults in options have no position.
    fault.path.length === 0 && !fault.place
      ? faultText(fault)
      : `${file}:${at.line}:${at.column}: ${faultText(fault)}`,
  );
  const more = placed.length - lines.length;
  return more > 0 ? [...lines, `${file}: and ${more} more`] : lines;
}
