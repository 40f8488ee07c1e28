import { readFileSync } from 'node:fs';
import { startBrowser } from '../../support/browser/chromium.ts';
const out = JSON.parse(readFileSync('/tmp/console-run3/outputs.json','utf8'));
const [path='/inbox', lang='de', theme='light', width='1280', name='probe', script=''] = process.argv.slice(2);
const b = await startBrowser();
const c = await b.newContext({ locale: lang, colorScheme: theme as 'light', viewport: { width: Number(width), height: width==='390'?844:800 }, reducedMotion:'reduce', timezoneId:'Europe/Berlin' });
const page = await c.newPage();
page.on('console', (m) => console.log('[console]', m.type(), m.text().slice(0,600)));
page.on('pageerror', (e) => console.log('[error]', e.stack?.slice(0,1500)));
await page.goto(out.base_url + '/v1/health');
console.log(await page.evaluate(async (a) => (await fetch('/v1/session', { method: 'POST', headers: { authorization: a } })).status, 'Bearer ' + out.management_key));
const { data: forms } = await (await fetch(out.base_url + '/v1/forms', { headers: { authorization: 'Bearer ' + out.management_key } })).json() as any;
const { data: subs } = await (await fetch(out.base_url + '/v1/submissions?limit=3', { headers: { authorization: 'Bearer ' + out.management_key } })).json() as any;
await page.goto(out.base_url + '/console' + path.replace('FORM', forms.find((f: any) => f.name==='Contact')?.id ?? '').replace('SUB', subs[1].id));
await page.waitForLoadState('networkidle').catch(() => undefined);
if (script) { const AsyncFunction = (async () => {}).constructor as any; await new AsyncFunction('page', 'console', script)(page, console); }
await page.screenshot({ path: '.pictures/' + name + '.png' });
await b.close();
