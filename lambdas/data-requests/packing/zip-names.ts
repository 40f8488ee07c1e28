/** Makes file names in a ZIP archive safe and unique. */
import { safeFileName } from '../../core/text/file-name.ts';

/** Characters that Windows doesn't allow in file names. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Names that Windows reserves for devices, with any file extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i;

/**
 * Returns a function that makes file names safe. It removes paths, leading and trailing dots and spaces, and
 * characters that some systems don't allow. If it has already returned a name, even in different case, it
 * adds a number.
 */
export function zipNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain = safeFileName(name)
      .replace(FORBIDDEN, '_')
      .replace(DEVICE, '_$&')
      .replace(/^[. ]+|[. ]+$/g, '');
    const safe = plain === '' ? 'file' : plain;
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let unique = safe;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1)
      unique = `${stem} (${number})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}
