/** Escapes and unescapes text in S3's XML. */

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Escapes text for use as the content of an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Unescapes the content of an element. Leaves entities that XML doesn't define unchanged. */
export function unescapeXml(content: string): string {
  return content.replace(/&(\w+);/g, (whole, name: string) => CHARACTERS[name] ?? whole);
}
