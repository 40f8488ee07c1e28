/** Defines the formats of webhook requests. All formats have the same signature headers. */
import type { ToldEvent } from './chat-text.ts';
import { discordMessage } from './discord.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

export const webhookFormats = ['standard', 'slack', 'discord', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const messages: Record<Exclude<WebhookFormat, 'standard'>, (told: ToldEvent) => object> = {
  slack: slackMessage,
  discord: discordMessage,
  teams: teamsMessage,
};

/**
 * Returns the request body for a chat service. Returns undefined for the standard format, which uses the
 * event's envelope as its body.
 */
export function chatBody(format: WebhookFormat, told: ToldEvent): object | undefined {
  return format === 'standard' ? undefined : messages[format](told);
}
