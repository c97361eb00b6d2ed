/** The dock: the buttons that must stay in sight. On a phone they lie at the bottom of the window, over the page. */

import { h } from '../lib/dom.js';

/**
 * Returns an element for buttons. The styles of its screen say when it is fixed to the window. The page is told its height
 * as `--dock`, so that nothing ends under it.
 * @param {...HTMLElement} children
 */
export function makeDock(...children) {
  const element = h('div', { class: 'dock' }, ...children);
  const measure = () => {
    const fixed = element.isConnected && getComputedStyle(element).position === 'fixed';
    document.documentElement.style.setProperty('--dock', `${fixed ? element.offsetHeight : 0}px`);
  };
  new ResizeObserver(measure).observe(element, { box: 'border-box' });
  return element;
}
