/** The formats of webhook requests. The signature headers are the same in all of them. */
import type { Submission } from '../../submissions/submission.ts';
import { discordMessage } from './discord.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

export const webhookFormats = ['standard', 'slack', 'discord', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const messages: Record<Exclude<WebhookFormat, 'standard'>, (submission: Submission | undefined) => object> = {
  slack: slackMessage,
  discord: discordMessage,
  teams: teamsMessage,
};

/**
 * Returns the body for a chat; undefined for the standard format, whose body is the event's envelope.
 * @param submission undefined for a test ping
 */
export function chatBody(format: WebhookFormat, submission: Submission | undefined): object | undefined {
  return format === 'standard' ? undefined : messages[format](submission);
}
