/** How a person connects their account: OAuth 2.0 with an authorization code and PKCE, at their own installation. */
import {
  OAuth2AuthorizationMethod,
  PieceAuth,
  Property,
  type OAuth2PropertyValue,
} from '@activepieces/pieces-framework';

export const connection = PieceAuth.OAuth2({
  required: true,
  description: 'An owner of your account makes an app for Activepieces; its client ID and secret go here.',
  // Activepieces puts the value of the property in place of `{baseUrl}`.
  authUrl: '{baseUrl}/oauth/authorize',
  tokenUrl: '{baseUrl}/oauth/token',
  scope: ['read', 'write', 'ingest'],
  pkce: true,
  pkceMethod: 'S256',
  prompt: 'omit',
  authorizationMethod: OAuth2AuthorizationMethod.BODY,
  props: {
    baseUrl: Property.ShortText({
      displayName: 'Address of your form service',
      description: 'Such as https://forms.example.com, without a slash at its end.',
      required: true,
    }),
  },
});

/** The part of a connection that requests need. */
export type Connection = Pick<OAuth2PropertyValue, 'access_token' | 'props'>;
