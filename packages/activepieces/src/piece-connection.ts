/**
 * Connects to an account on the user's own installation, using OAuth 2.0 with an authorization code and PKCE.
 */
import {
  OAuth2AuthorizationMethod,
  PieceAuth,
  Property,
  type OAuth2PropertyValue,
} from '@activepieces/pieces-framework';

export const connection = PieceAuth.OAuth2({
  required: true,
  description:
    'An owner of your account creates an OAuth app for Activepieces in the console. Enter its client ID and secret here.',
  // Activepieces replaces `{baseUrl}` with the value of the `baseUrl` property.
  authUrl: '{baseUrl}/oauth/authorize',
  tokenUrl: '{baseUrl}/oauth/token',
  scope: ['read', 'write', 'ingest'],
  pkce: true,
  pkceMethod: 'S256',
  prompt: 'omit',
  authorizationMethod: OAuth2AuthorizationMethod.BODY,
  props: {
    baseUrl: Property.ShortText({
      displayName: 'URL of your form service',
      description: 'For example https://forms.example.com, without a trailing slash.',
      required: true,
    }),
  },
});

/** The parts of a connection that requests need. */
export type Connection = Pick<OAuth2PropertyValue, 'access_token' | 'props'>;
