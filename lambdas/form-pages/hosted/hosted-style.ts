/**
 * Defines the styles of the form on the hosted page. The styles use the page's CSS variables
 * (`http/html-page.ts`).
 */
export const HOSTED_STYLE = `
:root { --control: #868d96; --soft-bad: #fdf3f2 }
@media (prefers-color-scheme: dark) { :root { --control: #7d858f; --soft-bad: #2f2120 } }
body { align-items: flex-start; padding: clamp(0rem, 4vw, 4rem) 1rem }
main { max-width: 40rem }
main > p { color: var(--soft) }
form { margin: 2rem 0 0 }
.field { min-width: 0; margin: 0 0 1.5rem; padding: 0; border: 0 }
.field > label:not(.option), legend { display: block; margin: 0 0 .375rem; padding: 0; font-weight: 600; line-height: 1.4 }
.field > legend { float: left; width: 100% }
.field > legend ~ * { clear: both }
small { color: var(--soft); font-size: .875rem; font-weight: 400 }
.help { margin: 0 0 .5rem; color: var(--soft); font-size: .9375rem; line-height: 1.45; white-space: pre-line }
.option + .help { margin: .25rem 0 0 2.125rem }
.help a, .alert a { display: inline; padding: 0; border: 0; background: none; color: var(--link-text, var(--text)); font-weight: inherit; text-decoration: underline; text-underline-offset: .15em }
.alert a { color: var(--text) }
.help a:hover, .alert a:hover { text-decoration-thickness: .125rem }
input:not([type=checkbox], [type=radio]), select, textarea { display: block; width: 100%; min-height: 2.875rem; margin: 0; padding: .625rem .8125rem; border: .0625rem solid var(--control); border-radius: .5rem; background: var(--card); color: var(--text); font: inherit; line-height: 1.5; transition: border-color .15s, box-shadow .15s }
textarea { min-height: 8rem; resize: vertical }
input[type=file] { padding: .5rem; border-style: dashed; color: var(--soft); font-size: .9375rem }
input[type=file]::file-selector-button { margin-inline-end: .75rem; padding: .375rem .875rem; border: .0625rem solid var(--control); border-radius: .375rem; background: var(--field); color: var(--text); font: inherit; font-weight: 600; cursor: pointer }
input[type=date], input[type=number] { max-width: 16rem }
::placeholder { color: var(--soft); opacity: 1 }
input:hover, select:hover, textarea:hover { border-color: var(--text) }
input:focus-visible, select:focus-visible, textarea:focus-visible { outline: .1875rem solid var(--ring, var(--link)); outline-offset: .0625rem; border-color: transparent }
.options { display: grid; gap: .125rem }
.option { display: flex; align-items: flex-start; gap: .75rem; padding: .375rem 0; line-height: 1.5; cursor: pointer }
.option input { flex: none; width: 1.375rem; height: 1.375rem; margin: .0625rem 0 0; accent-color: var(--ring, var(--link)) }
[aria-invalid=true]:not(fieldset, [type=checkbox]) { border-color: var(--bad) !important; box-shadow: inset 0 0 0 .0625rem var(--bad) }
fieldset[aria-invalid=true], .field:has(.error:not(:empty)) { padding-inline-start: .875rem; border-inline-start: .1875rem solid var(--bad) }
.error { margin: .375rem 0 0; color: var(--bad); font-size: .9375rem; font-weight: 600; line-height: 1.45 }
.error[data-svc-error] { margin-block-end: 1rem }
.error:empty, .alert:empty { display: none }
.alert { margin: 1.5rem 0 0; padding: 1rem 1.25rem; border-inline-start: .25rem solid var(--bad); border-radius: .5rem; background: var(--soft-bad); color: var(--text) }
.alert strong { display: block; margin: 0 0 .25rem }
.alert ul { margin: .5rem 0 0; padding: 0 0 0 1.125rem; list-style: disc }
.alert li + li { margin: .25rem 0 0; padding: 0; border: 0 }
.trap { position: absolute; width: .0625rem; height: .0625rem; overflow: hidden; clip-path: inset(50%) }
button { min-height: 3rem; padding: .75rem 1.75rem; font-size: 1.0625rem }
button:hover { filter: brightness(1.08) }
form[aria-busy=true] button { opacity: .7; cursor: progress }
@media (max-width: 40rem) {
  body { padding: 0; background: var(--card) }
  main { min-height: 100vh; border-radius: 0; box-shadow: none }
  button { width: 100% }
  input[type=date], input[type=number] { max-width: none }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media (forced-colors: active) { [aria-invalid=true] { border-width: .1875rem } }
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --text: #000; --soft: #333; --control: #555; --field: #fff }
  body { display: block; padding: 0; background: #fff }
  main { max-width: none; padding: 0; box-shadow: none; overflow: visible }
  main::before, button, .challenge, input[type=file] { display: none }
  .field { break-inside: avoid }
}
`;
