/** Defines the tool that searches the service's documentation. */
import * as z from 'zod';
import { shortenedTo } from '../../core/text/fitting-payload.ts';
import { READS, tool } from './tool.ts';

const MAX_RESULTS = 6;
/** Maximum number of characters in a section, so that six sections fit into a result. */
const TEXT_LENGTH = 4000;

export const searchDocs = tool({
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    'Searches the documentation of this service: guides for frameworks, settings, webhooks, limits and the API. Returns the best sections.',
  scopes: [],
  hints: READS,
  input: () =>
    z.strictObject({
      query: z.string().min(1).max(200).describe('Words to search for, for example "file uploads".'),
    }),
  output: () =>
    z.object({
      results: z.array(
        z.object({
          title: z.string(),
          url: z.string().describe('Address of the section.'),
          text: z.string().describe('Beginning of the section, in Markdown.'),
        }),
      ),
    }),
  run: async ({ query }, { searchDocs: search }) => ({
    results: (await search(query, MAX_RESULTS)).map(({ title, url, text }) => ({
      title,
      url,
      text: shortenedTo(text, TEXT_LENGTH),
    })),
  }),
});
