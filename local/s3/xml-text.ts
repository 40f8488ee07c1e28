/** Text in the XML of S3. */

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text as the content of an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The text of an element's content; entities that XML does not define stay as they are. */
export function unescapeXml(content: string): string {
  return content.replace(/&(\w+);/g, (whole, name: string) => CHARACTERS[name] ?? whole);
}
