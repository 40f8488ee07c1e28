/** Operates the console with the keyboard only. */
import type { Locator, Page } from 'playwright-core';

const MAX_PRESSES = 80;

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error("The element can't be reached with the keyboard");
}
