import { startConsole, type ConsoleUnderTest } from '../../support/console/console-session.ts';
import { openAsMember } from '../../support/console/member-window.ts';
import { screens } from './screens/screens.ts';

let tested: ConsoleUnderTest;
beforeAll(async () => {
  tested = await startConsole({ withDemoData: true });
});
afterAll(() => tested.stop());

it('hides all other forms on every screen from a viewer limited to one form', async () => {
  const { service } = tested;
  const { data: forms } = (await service.manage('GET', '/v1/forms')).body;
  const [own, ...others] = forms.toReversed();
  expect(others).toHaveLength(2);
  await service.manage('POST', '/v1/members', {
    email: 'fred@example.org',
    role: 'viewer',
    form_ids: [own.id],
  });
  const { data: all } = (await service.manage('GET', '/v1/submissions?limit=100')).body;
  const foreign = all.filter(({ form_id }: any) => form_id !== own.id);
  const traces: string[] = [
    ...others.flatMap(({ id, name, slug }: any) => [id, name, slug]),
    ...foreign.map(({ id }: any) => id),
  ];
  const opened = await openAsMember(tested, 'fred@example.org', '/forms');
  const { page } = opened;
  const responses: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/v1\//.test(response.url()) && response.ok()) responses.push(response.text().catch(() => ''));
  });
  const paths = await screens(service);
  const foreignSubmission = foreign[0].id;
  const addresses = [
    ...Object.values(paths),
    `/inbox/${foreignSubmission}?tab=all`,
    `/forms/${others[0].id}/settings`,
    `/inbox?form=${others[0].id}&tab=all`,
  ];
  for (const address of addresses) {
    await page.goto(`${service.baseUrl}/console${address}`);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    const shown = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    // Ignore text that also occurs in the URL, because the user entered it.
    const found = traces.filter((trace) => shown.includes(trace) && !address.includes(trace));
    expect({ address, found }).toEqual({ address, found: [] });
  }
  const read = (await Promise.all(responses)).join('\n');
  expect(traces.filter((trace) => read.includes(trace))).toEqual([]);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor();
  const palette = await page.getByRole('dialog').innerText();
  expect(palette).toContain(own.name);
  expect(traces.filter((trace) => palette.includes(trace))).toEqual([]);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

it("marks a submission as read for the viewer who opens it, and keeps it unread for the account's owners", async () => {
  const { service } = tested;
  await service.manage('POST', '/v1/members', { email: 'vic@example.org', role: 'viewer' });
  const { data } = (await service.manage('GET', '/v1/submissions?status=received&read=false')).body;
  const [{ id }] = data;
  const opened = await openAsMember(tested, 'vic@example.org', `/inbox/${id}`);
  const { page, context } = opened;
  const readAt = async () =>
    (await (await context.request.get(`${service.baseUrl}/v1/submissions/${id}`)).json()).read_at as unknown;
  const unread = page.getByRole('button', { name: 'Mark as unread' });
  await unread.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await readAt()).not.toBeNull();
  expect((await service.manage('GET', `/v1/submissions/${id}`)).body.read_at).toBeNull();
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await unread.click();
  expect((await (await sent).json()).data).toEqual([{ id, ok: true }]);
  await page.getByRole('button', { name: 'Mark as read' }).waitFor();
  expect(await readAt()).toBeNull();
  expect(await page.getByRole('button', { name: /^(Delete|Mark as spam|Star)/ }).count()).toBe(0);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
