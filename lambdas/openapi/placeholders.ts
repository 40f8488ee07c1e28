/** Fills the address and the version of a deployment into the document that was made at build time. */

/** Stand in the prepared document for what is known only where the service runs. */
export const PLACEHOLDERS = { baseUrl: 'https://base-url.invalid', version: '0.0.0-version' };

/** The prepared document of this deployment. */
export function fillPlaceholders(prepared: string, { baseUrl, version }: typeof PLACEHOLDERS): string {
  return prepared
    .replaceAll(PLACEHOLDERS.baseUrl, inJson(baseUrl))
    .replaceAll(PLACEHOLDERS.version, inJson(version));
}

/** As it stands between the quotes of a JSON text. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
