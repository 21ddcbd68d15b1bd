import { expect } from '@open-wc/testing';
import { signal } from '@preact/signals-core';
import { html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { place, settled } from '../../../test/support/page-place.ts';
import { readable } from '../../../test/support/roles.ts';
import { WatchingElement } from './watching-element.ts';

const shown = signal('first');
const other = signal(0);
const isLong = signal(false);

@customElement('test-watching')
class Watching extends WatchingElement {
  draws = 0;

  protected override render(): TemplateResult {
    this.draws += 1;
    if (shown.value === 'broken') throw new Error('cannot be drawn');
    return html`<p>${shown.value}${isLong.value ? html` and ${other.value}` : ''}</p>`;
  }
}

@customElement('test-watching-child')
class Child extends WatchingElement {
  constructor() {
    super();
    this.addController({ hostConnected: () => void other.value });
  }
}

@customElement('test-watching-parent')
class Parent extends WatchingElement {
  draws = 0;

  protected override render(): TemplateResult {
    this.draws += 1;
    return html`<p>${shown.value}</p><test-watching-child></test-watching-child>`;
  }
}

async function open(): Promise<Watching> {
  shown.value = 'first';
  isLong.value = false;
  return place<Watching>(html`<test-watching></test-watching>`);
}

describe('an element that reads signals', () => {
  it('is drawn again when a signal that it has read changes, and not when another signal changes', async () => {
    const element = await open();
    expect(element.draws).to.equal(1);
    other.value += 1;
    await settled(element);
    expect(element.draws).to.equal(1);
    shown.value = 'second';
    isLong.value = true;
    await settled(element);
    expect(element.draws).to.equal(2);
    other.value = 7;
    await settled(element);
    expect(readable(element)).to.equal('second and 7');
  });

  it('is not drawn while it is out of the page, and shows the present value when it is back', async () => {
    const element = await open();
    const { parentElement } = element;
    element.remove();
    shown.value = 'second';
    await element.updateComplete;
    expect(element.draws).to.equal(1);
    parentElement!.append(element);
    await settled(element);
    expect(readable(element)).to.equal('second');
  });

  it('is not drawn again when its controller changes a signal as the element leaves the page', async () => {
    const element = await open();
    element.addController({ hostDisconnected: () => void (shown.value = 'left') });
    element.remove();
    await element.updateComplete;
    expect(element.draws).to.equal(1);
  });

  it('does not follow the signals that a child element reads on being connected', async () => {
    const parent = await place<Parent>(html`<test-watching-parent></test-watching-parent>`);
    expect(parent.renderRoot.querySelector('test-watching-child')).to.be.instanceOf(Child);
    other.value += 1;
    await settled(parent);
    expect(parent.draws).to.equal(1);
  });

  it('is drawn again for the next value after one that could not be drawn', async () => {
    const element = await open();
    shown.value = 'broken';
    const failure = await element.updateComplete.then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).to.be.an('error');
    shown.value = 'second';
    await element.updateComplete;
    expect(readable(element)).to.equal('second');
  });
});
