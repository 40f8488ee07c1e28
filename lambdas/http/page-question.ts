/** Builds a page's question: a form without a script, with a button for each answer. */
import { Html, html } from '../core/text/html.ts';

/** A form with buttons that submit to `action`. */
export interface PageQuestion {
  /** Path on this service that the form is submitted to. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Scope of the answer: everything, or the items that the visitor selects. */
  readonly choice?: PageChoice | undefined;
  /** Names, values and labels of the buttons, with one button per answer. The first button is emphasized. */
  readonly answers: readonly { readonly name: string; readonly value: string; readonly text: string }[];
  /** URLs that the browser may be redirected to after an answer. Added to the content security policy. */
  readonly leadsTo: readonly string[];
}

interface PageChoice {
  readonly legend: string;
  /** Name of the two radio buttons. */
  readonly name: string;
  /** The first option, which is selected by default. */
  readonly all: { readonly value: string; readonly text: string };
  /** The second option, which shows the checkboxes. */
  readonly some: { readonly value: string; readonly text: string };
  readonly boxes: readonly { readonly name: string; readonly value: string; readonly text: string }[];
  /** Additional information about the checkboxes. */
  readonly note?: string | undefined;
}

/** Hides the checkboxes until the visitor selects the second option. */
export const QUESTION_STYLE = `fieldset { margin: 1.25rem 0; padding: 0; border: 0 }
legend { margin: 0 0 .25rem; padding: 0; color: var(--soft); font-size: .9375rem; font-weight: 600 }
label { display: flex; align-items: baseline; gap: .625rem; padding: .3125rem 0; cursor: pointer }
input { flex: none; width: 1rem; height: 1rem; margin: 0; accent-color: var(--neutral); transform: translateY(.125rem) }
input:focus-visible { outline: .1875rem solid var(--text); outline-offset: .125rem }
.boxes { max-height: 16rem; overflow-y: auto; margin: .25rem 0 0; padding: .375rem .75rem; border-radius: .375rem; background: var(--field) }
.boxes p { margin: .25rem 0; color: var(--soft); font-size: .9375rem }
@supports selector(:has(*)) { fieldset:not(:has(.some:checked)) .boxes { display: none } }
`;

export function questionForm({ action, fields, choice, answers }: PageQuestion): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const buttons = answers.map(
    ({ name, value, text }, index) =>
      html`<button type="submit" name="${name}" value="${value}" ${index > 0 ? SECOND_CLASS : undefined}>
        ${text}
      </button>`,
  );
  return html`<form method="post" action="${action}" class="go">
    ${hidden}${choice && choiceFieldset(choice)}${buttons}
  </form>`;
}

const SECOND_CLASS = new Html(' class="second"');

function choiceFieldset({ legend, name, all, some, boxes, note }: PageChoice): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    <label><input type="radio" name="${name}" value="${all.value}" checked />${all.text}</label>
    <label><input type="radio" name="${name}" value="${some.value}" class="some" />${some.text}</label>
    <div class="boxes">
      ${boxes.map(
        (box) =>
          html`<label
            ><input type="checkbox" name="${box.name}" value="${box.value}" /><span dir="auto"
              >${box.text}</span
            ></label
          >`,
      )}
      ${note === undefined ? undefined : html`<p>${note}</p>`}
    </div>
  </fieldset>`;
}
