/** Saves text or a blob as a browser download. */

/** Time after which the download has started and no longer needs the blob URL, in milliseconds. */
const KEEP_URL_MILLISECONDS = 60_000;

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_URL_MILLISECONDS);
}
