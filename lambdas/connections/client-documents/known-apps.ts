/**
 * Contains the metadata of well-known agents. The service uses this metadata if an agent's document can't be
 * loaded, and on local stages, which load no documents from the internet.
 */
import type { DescribedApp } from './client-document.ts';

/** Redirect URIs of apps on the user's machine, which can listen on any port. */
const LOOPBACK_CALLBACKS = ['http://127.0.0.1/callback', 'http://localhost/callback'];

const CHATGPT = 'https://chatgpt.com/oauth/client.json';

const apps: readonly DescribedApp[] = [
  {
    client_id: CHATGPT,
    name: 'ChatGPT',
    redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  {
    client_id: 'https://chatgpt.com/oauth/codex/client.json',
    name: 'Codex',
    redirect_uris: LOOPBACK_CALLBACKS,
  },
  {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    name: 'Claude Code',
    redirect_uris: LOOPBACK_CALLBACKS,
  },
  {
    client_id: 'https://vscode.dev/oauth/client-metadata.json',
    name: 'Visual Studio Code',
    redirect_uris: ['http://127.0.0.1:33418/', 'http://127.0.0.1:33418', 'https://vscode.dev/redirect'],
  },
];

const byUrl = new Map(apps.map((app) => [app.client_id, app]));

/** ChatGPT also has a separate document for each of its connectors. */
const CHATGPT_CONNECTOR = /^https:\/\/chatgpt\.com\/oauth\/[\w-]{1,100}\/client\.json$/;

/** Returns the well-known app with this client id. */
export function knownApp(clientId: string): DescribedApp | undefined {
  const known = byUrl.get(clientId);
  if (known !== undefined || !CHATGPT_CONNECTOR.test(clientId)) return known;
  const chatGpt = byUrl.get(CHATGPT);
  return chatGpt && { ...chatGpt, client_id: clientId };
}
