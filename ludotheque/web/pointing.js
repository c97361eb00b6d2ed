/**
 * Mouse, finger and keys on a board: clicks first, dragging a piece second, arrows between what can be focused.
 *
 * @import {Point} from './types.js'
 * @import {Stage} from './stage.js'
 * @import {Target} from './targets.js'
 *
 * @typedef {object} Hand   what a board does when it is touched
 * @property {(target: Target, byKey: boolean) => void} press
 * @property {() => void} cancel
 * @property {(target: Target | null) => void} hover   a pointer or the focus is on it
 * @property {(target: Target) => SVGGElement[] | null} lift   chooses what is dragged and tells its drawings; null: it stays
 * @property {(target: Target) => boolean} draggable
 * @property {(target: Target) => boolean} lands   whether a dragged piece may be dropped here
 */

import { ARROWS, nearest } from './targets.js';

/** A pointer that goes this far, in CSS pixels, drags. */
const DRAG = 7;

/** Follows pointers and keys on one stage until its picture is taken off the page. */
export class Pointing {
  /** @type {{target: Target, id: number, x: number, y: number, drawn: SVGGElement[] | null} | null} */
  #held = null;
  #dragged = false;
  /** @type {Target | undefined} */
  #current;
  #axis = '';
  #rail = 0;

  /** @param {Stage} stage @param {Hand} hand */
  constructor(stage, hand) {
    this.stage = stage;
    this.hand = hand;
    const { frame } = stage;
    frame.addEventListener('click', (event) => this.#click(event));
    frame.addEventListener('keydown', (event) => this.#key(event));
    frame.addEventListener('focusin', (event) => this.#focused(event));
    frame.addEventListener('focusout', () => hand.hover(null));
    frame.addEventListener('pointerover', (event) => this.#over(event));
    frame.addEventListener('pointerleave', () => hand.hover(null));
    frame.addEventListener('pointerdown', (event) => this.#down(event));
    frame.addEventListener('pointermove', (event) => this.#drag(event));
    frame.addEventListener('pointerup', (event) => this.#drop(event));
    frame.addEventListener('pointercancel', () => this.#letGo());
    this.rove(stage.cells[0]);
  }

  /** Makes this the one place where Tab enters the board. @param {Target | undefined} target */
  rove(target) {
    this.#current?.element.setAttribute('tabindex', '-1');
    this.#current = target;
    target?.element.setAttribute('tabindex', '0');
    // Spots appear for one choice only: Tab leads to them as well.
    for (const spot of this.stage.spots) spot.element.setAttribute('tabindex', '0');
  }

  /** @param {Target | undefined} target */
  focus(target) {
    this.rove(target);
    target?.element.focus();
  }

  /** After a redrawing: the focus stays on what it was on, or goes back to the board. @param {string | undefined} token */
  regain(token) {
    const focused = this.stage.targets.find((target) => target.element === document.activeElement);
    if (focused) return;
    const current = this.#current?.element.isConnected ? this.#current : this.stage.cells[0];
    const target = this.stage.targets.find((known) => known.token === token) ?? current;
    if (token !== undefined) this.focus(target);
    else this.rove(target);
  }

  /** Leaves no trace of where the focus was. */
  forget() {
    this.stage.targets.find((target) => target.element === document.activeElement)?.element.blur();
    this.rove(this.stage.cells[0]);
    this.hand.hover(null);
  }

  /** Tab goes to this from now on if what it went to is gone. @param {Target | undefined} target */
  settle(target) {
    this.rove(this.#current?.element.isConnected ? this.#current : (target ?? this.stage.cells[0]));
  }

  /** The token under the focus, if the focus is on this board. */
  get focusedToken() {
    return this.stage.targets.find((target) => target.element === document.activeElement)?.token;
  }

  /** @param {Event} event */
  #targetOf(event) {
    return event.target instanceof Element ? this.stage.targetOf(event.target) : undefined;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#dragged) return;
    const target = this.#targetOf(event);
    if (!target) {
      this.hand.cancel();
      return;
    }
    this.rove(target);
    this.hand.press(target, event.detail === 0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = this.#targetOf(event);
    const arrow = ARROWS[event.key];
    if (arrow && target) this.#walk(target, arrow);
    else if ((event.key === 'Enter' || event.key === ' ') && target) this.hand.press(target, true);
    else if (event.key === 'Escape') this.hand.cancel();
    else return;
    event.preventDefault();
  }

  /** @param {Target} from @param {Point} arrow */
  #walk(from, arrow) {
    const axis = arrow[0] ? 'x' : 'y';
    if (axis !== this.#axis) {
      this.#axis = axis;
      this.#rail = arrow[0] ? from.place[1] : from.place[0];
    }
    const next = nearest(this.stage.targets, from, arrow, this.#rail);
    if (!next) return;
    this.focus(next);
    this.#axis = axis;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const target = this.#targetOf(event);
    if (!target) return;
    this.#axis = '';
    this.rove(target);
    if (target.element.matches(':focus-visible')) this.hand.hover(target);
  }

  /** @param {PointerEvent} event */
  #over(event) {
    if (event.pointerType === 'mouse' && !this.#held?.drawn) this.hand.hover(this.#targetOf(event) ?? null);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#dragged = false;
    const target = this.#targetOf(event);
    if (!target || !event.isPrimary || event.button !== 0 || !this.hand.draggable(target)) return;
    this.#held = { target, id: event.pointerId, x: event.clientX, y: event.clientY, drawn: null };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.drawn) {
      if (Math.hypot(x, y) < DRAG) return;
      held.drawn = this.hand.lift(held.target);
      if (!held.drawn) {
        this.#held = null;
        return;
      }
      this.#dragged = true;
      this.stage.svg.setPointerCapture(held.id);
      this.stage.svg.classList.add('dragging');
    }
    const { scale } = this.stage;
    for (const element of held.drawn) element.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const held = this.#held;
    this.#letGo();
    if (!held?.drawn || event.pointerId !== held.id) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under ? this.stage.targetOf(under) : undefined;
    if (target && target.token !== held.target.token && this.hand.lands(target)) this.hand.press(target, false);
    // The click that the browser adds to a drag comes right after it, if it comes.
    setTimeout(() => (this.#dragged = false));
  }

  #letGo() {
    for (const element of this.#held?.drawn ?? []) element.style.transform = '';
    this.stage.svg.classList.remove('dragging');
    this.#held = null;
  }
}
