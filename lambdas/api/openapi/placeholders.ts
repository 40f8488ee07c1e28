/** Fills the address and the version of a deployment into the document that was made at build time. */

/** The values in the prepared document that `fillPlaceholders` replaces. */
export const PLACEHOLDERS = { baseUrl: 'https://base-url.invalid', version: '0.0.0-version' };

/** The prepared document of this deployment. */
export function fillPlaceholders(prepared: string, { baseUrl, version }: typeof PLACEHOLDERS): string {
  return prepared
    .replaceAll(PLACEHOLDERS.baseUrl, inJson(baseUrl))
    .replaceAll(PLACEHOLDERS.version, inJson(version));
}

/** The text escaped as inside of a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
