/** Reading what a form posted, by its content type (specification, "Ingest"). */
import { BadBody } from '../domain/failures.ts';
import { payloadOfFields, payloadOfObject, type Payload, type PostedField } from '../domain/payload.ts';
import { detail } from '../domain/translations/detail.ts';
import { jsonBody } from './body.ts';

/**
 * The fields of a post.
 * @throws BadBody when the body does not hold what its content type says
 * @throws BodyTooLarge above the limits of a payload
 */
export function readFormBody(contentType: string | undefined, bytes: Buffer): { payload: Payload } {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (bytes.length === 0) throw new BadBody(detail('no-body'));
  switch (mediaType) {
    case 'application/json':
      return { payload: payloadOfObject(jsonObject(bytes)) };
    case 'application/x-www-form-urlencoded':
      return { payload: payloadOfFields(urlencodedFields(bytes)) };
    default:
      throw new BadBody(detail('unknown-content-type'));
  }
}

function jsonObject(bytes: Buffer): Record<string, unknown> {
  const value = jsonBody(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadBody(detail('not-an-object'));
  }
  return value as Record<string, unknown>;
}

/** The URL standard's parser: it takes any bytes, as browsers' forms may send any. */
function urlencodedFields(bytes: Buffer): PostedField[] {
  return [...new URLSearchParams(bytes.toString('utf8'))];
}
