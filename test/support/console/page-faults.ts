/** Finds layout, focus and animation problems that axe doesn't detect. */
import type { Page } from 'playwright-core';

/** Returns how far the page can scroll horizontally, in pixels. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

/** Returns elements that move even though the user prefers reduced motion. */
export function movingElements(page: Page): Promise<string[]> {
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

/**
 * Returns controls that look like plain text in forced-colors mode because they have no border. Forced-colors
 * mode hides backgrounds and shadows.
 */
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

/**
 * Returns true if the focused element, or an element that contains it, has an outline. Shadows don't count,
 * because forced-colors mode hides them.
 */
export function hasOutline(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    for (let element = document.activeElement; element; element = element.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return true;
    }
    return false;
  })()`);
}
