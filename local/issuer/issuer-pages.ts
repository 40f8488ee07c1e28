/** Builds the local issuer's pages for choosing a user, signing out, and errors. */
import { demoPeople } from '../../cli/demo-people.ts';
import { Html, html } from '../../lambdas/core/text/html.ts';

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 30rem; padding: 3rem 1rem; font: 1.0625rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem }
button, input { width: 100%; margin: 0 0 .75rem; padding: .75rem 1rem; font: inherit; text-align: start; box-sizing: border-box;
  border: .0625rem solid; border-radius: .5rem; background: transparent; color: inherit }
button { cursor: pointer }
button:hover { background: color-mix(in srgb, currentColor 10%, transparent) }
small { display: block; opacity: .75 }
`;

/** Returns a page with one button per demo user and a field for any other address. */
export function peoplePage(action: string): string {
  return page(
    'Sign in',
    html`<p>
        This is the sign-in page of <code>npm start</code>. Choose a user to sign in without a password.
      </p>
      <form method="post" action="${action}">
        ${demoPeople.map(
          ({ name, email, role }) =>
            html`<button name="email" value="${email}">${name}<small>${role}, ${email}</small></button>`,
        )}
      </form>
      <form method="post" action="${action}">
        <label
          >Another address <input type="email" name="email" required placeholder="ann@example.com"
        /></label>
        <button>Sign in with this address</button>
      </form>`,
  );
}

/**
 * Returns a page that submits `oidc-provider`'s sign-out form automatically, or with a button if scripts are
 * disabled.
 */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    html`${new Html(form)}
      <button form="op.logoutForm" name="logout" value="yes">Sign out</button>
      <script>
        document.querySelector('button').click();
      </script>`,
  );
}

/** Returns the page that confirms that the user has signed out. */
export const signedOutPage = (): string => page('Signed out', html`<p>You can close this page.</p>`);

/** Returns the page for a request that the issuer rejects. */
export const errorPage = (message: string): string => page('Sign-in failed', html`<p>${message}</p>`);

function page(heading: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${heading}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`.source;
}
