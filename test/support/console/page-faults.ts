/** What is wrong with how a page is laid out and moves, beyond what axe knows. */
import type { Page } from 'playwright-core';

/** How many pixels one would have to scroll sideways. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

/** Elements that move although one has asked for less motion. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const seconds = (text) => Math.max(...text.split(',').map((each) => parseFloat(each)));
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const isAnimated = style.animationName !== 'none' && seconds(style.animationDuration) > 0.01;
        return isAnimated || seconds(style.transitionDuration) > 0.01;
      })
      .map((element) => element.tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? ''));
  })()`);
}

/** Controls that nothing sets apart from text in forced colours, where grounds and shadows are gone: they have no border. */
export function shapeless(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const controls = '.button.primary, .button.secondary, .button.danger, .field-box, .select-button';
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
        return borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1;
      })
      .map((element) => element.getAttribute('class') + ': ' + element.textContent);
  })()`);
}

/** Whether the element with the focus, or what it is in, has an outline: in forced colours a shadow is none. */
export function hasOutline(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    for (let element = document.activeElement; element; element = element.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return true;
    }
    return false;
  })()`);
}
