/** Renders a field's help, which can contain links written as `[text](https://…)`. */
import { html, type Html } from '../../core/text/html.ts';

const LINK = /\[([^[\]\n]{1,200})\]\((https:\/\/[^\s()<>"]{1,2000})\)/g;

/** Renders the help. Only complete links to https URLs become links. Everything else stays text. */
export function helpHtml(help: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { index, 0: source, 1: text = '', 2: url = '' } of help.matchAll(LINK)) {
    if (!URL.canParse(url)) continue;
    parts.push(html`${help.slice(end, index)}`);
    parts.push(html`<a href="${new URL(url).href}" target="_blank" rel="noopener">${text}</a>`);
    end = index + source.length;
  }
  return html`${[...parts, html`${help.slice(end)}`]}`;
}
