/**
 * Mouse, touch and keyboard on a board. Pieces can be clicked or dragged; arrow keys go from target to target.
 *
 * @import {Point} from '../lib/types.js'
 * @import {Scene} from './scene.js'
 * @import {Target} from './targets.js'
 *
 * @typedef {object} Handlers
 * @property {(target: Target, byKey: boolean) => void} press
 * @property {() => void} cancel
 * @property {(target: Target | null) => void} hover   a pointer or the focus is on it
 * @property {(target: Target) => SVGGElement[] | null} lift   chooses a piece to drag and returns its drawings, or null if it stays
 * @property {(target: Target) => boolean} draggable
 * @property {(target: Target) => boolean} lands   whether a dragged piece can be dropped here
 */

import { ARROWS, nearest } from './targets.js';

/** A pointer that moves this far, in CSS pixels, drags. */
const DRAG = 7;

/** Follows pointers and keys on one scene. */
export class BoardInput {
  /** @type {{target: Target, id: number, x: number, y: number, drawn: SVGGElement[] | null} | null} */
  #held = null;
  #dragged = false;
  /** @type {Target | undefined} */
  #current;
  #axis = '';
  #rail = 0;

  /** @param {Scene} scene @param {Handlers} handlers */
  constructor(scene, handlers) {
    this.scene = scene;
    this.handlers = handlers;
    const { frame } = scene;
    frame.addEventListener('click', (event) => this.#click(event));
    frame.addEventListener('keydown', (event) => this.#key(event));
    frame.addEventListener('focusin', (event) => this.#focused(event));
    frame.addEventListener('focusout', () => handlers.hover(null));
    frame.addEventListener('pointerover', (event) => this.#over(event));
    frame.addEventListener('pointerleave', () => handlers.hover(null));
    frame.addEventListener('pointerdown', (event) => this.#down(event));
    frame.addEventListener('pointermove', (event) => this.#drag(event));
    frame.addEventListener('pointerup', (event) => this.#drop(event));
    frame.addEventListener('pointercancel', () => this.#letGo());
    this.rove(scene.cells[0]);
  }

  /** Makes this the one target where Tab enters the board. @param {Target | undefined} target */
  rove(target) {
    this.#current?.element.setAttribute('tabindex', '-1');
    this.#current = target;
    target?.element.setAttribute('tabindex', '0');
    // Tab leads to the spots as well.
    for (const spot of this.scene.spots) spot.element.setAttribute('tabindex', '0');
  }

  /** @param {Target | undefined} target */
  focus(target) {
    this.rove(target);
    target?.element.focus();
  }

  /**
   * Keeps the focus on the same token after the board was drawn again, or at least on the board.
   * @param {string | undefined} token
   */
  regain(token) {
    const focused = this.scene.targets.find((target) => target.element === document.activeElement);
    if (focused) return;
    const current = this.#current?.element.isConnected ? this.#current : this.scene.cells[0];
    const target = this.scene.targets.find((known) => known.token === token) ?? current;
    if (token !== undefined) this.focus(target);
    else this.rove(target);
  }

  /** Removes every trace of where the focus was. */
  forget() {
    this.scene.targets.find((target) => target.element === document.activeElement)?.element.blur();
    this.rove(this.scene.cells[0]);
    this.handlers.hover(null);
  }

  /** Tab enters here from now on, if its former target is gone. @param {Target | undefined} target */
  settle(target) {
    this.rove(this.#current?.element.isConnected ? this.#current : (target ?? this.scene.cells[0]));
  }

  /** The token that has the focus, if the focus is on this board. */
  get focusedToken() {
    return this.scene.targets.find((target) => target.element === document.activeElement)?.token;
  }

  /** @param {Event} event */
  #targetOf(event) {
    return event.target instanceof Element ? this.scene.targetOf(event.target) : undefined;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#dragged) return;
    const target = this.#targetOf(event);
    if (!target) {
      this.handlers.cancel();
      return;
    }
    this.rove(target);
    this.handlers.press(target, event.detail === 0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = this.#targetOf(event);
    const arrow = ARROWS[event.key];
    if (arrow && target) this.#walk(target, arrow);
    else if ((event.key === 'Enter' || event.key === ' ') && target) this.handlers.press(target, true);
    else if (event.key === 'Escape') this.handlers.cancel();
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
    const next = nearest(this.scene.targets, from, arrow, this.#rail);
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
    if (target.element.matches(':focus-visible')) this.handlers.hover(target);
  }

  /** @param {PointerEvent} event */
  #over(event) {
    if (event.pointerType === 'mouse' && !this.#held?.drawn) this.handlers.hover(this.#targetOf(event) ?? null);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#dragged = false;
    const target = this.#targetOf(event);
    if (!target || !event.isPrimary || event.button !== 0 || !this.handlers.draggable(target)) return;
    this.#held = { target, id: event.pointerId, x: event.clientX, y: event.clientY, drawn: null };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.drawn) {
      if (Math.hypot(x, y) < DRAG) return;
      held.drawn = this.handlers.lift(held.target);
      if (!held.drawn) {
        this.#held = null;
        return;
      }
      this.#dragged = true;
      this.scene.svg.setPointerCapture(held.id);
      this.scene.svg.classList.add('dragging');
    }
    const { scale } = this.scene;
    for (const element of held.drawn) element.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const held = this.#held;
    this.#letGo();
    if (!held?.drawn || event.pointerId !== held.id) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under ? this.scene.targetOf(under) : undefined;
    if (target && target.token !== held.target.token && this.handlers.lands(target)) this.handlers.press(target, false);
    // Some browsers send a click right after a drag. It is ignored.
    setTimeout(() => (this.#dragged = false));
  }

  #letGo() {
    for (const element of this.#held?.drawn ?? []) element.style.transform = '';
    this.scene.svg.classList.remove('dragging');
    this.#held = null;
  }
}
