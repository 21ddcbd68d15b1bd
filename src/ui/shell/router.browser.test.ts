/** The router in a real browser, with the Navigation API and with History: links, back, and a refusal to leave. */
import { expect } from '@open-wc/testing';
import { nextTurn, until } from '../../../test/support/until.ts';
import { addLayer } from '../kit/layers.ts';
import { navigate, startRouter } from './router.ts';

const home = location.href;

function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const anchor = Object.assign(document.createElement('a'), { href, textContent: href });
  for (const [name, value] of Object.entries(attributes)) anchor.setAttribute(name, value);
  document.body.append(anchor);
  return anchor;
}

for (const withNavigation of [true, false]) {
  describe(withNavigation ? 'router by the Navigation API' : 'router by History', () => {
    let stop: () => void;
    let paths: string[];
    let firsts: boolean[];
    let leave: true | Promise<boolean>;

    beforeEach(() => {
      history.replaceState(null, '', '/devices');
      paths = [];
      firsts = [];
      leave = true;
      stop = startRouter(
        { onPath: (path, first) => void (paths.push(path), firsts.push(first)), mayLeave: () => leave },
        withNavigation,
      );
    });

    afterEach(() => {
      stop();
      history.replaceState(null, '', home);
      for (const anchor of document.querySelectorAll('a')) anchor.remove();
    });

    it('the router reports the first path, then a pressed link, then going back', async () => {
      link('/devices/a%2Fb').click();
      await until(() => paths.length === 2);
      expect(location.pathname).to.equal('/devices/a%2Fb');
      history.back();
      await until(() => paths.length === 3);
      expect(paths).to.deep.equal(['/devices', '/devices/a%2Fb', '/devices']);
      expect(firsts).to.deep.equal([true, false, false]);
    });

    it('the router leaves downloads and links to other windows to the browser', async () => {
      const download = link(URL.createObjectURL(new Blob(['x'])), { download: 'x' });
      download.click();
      await nextTurn();
      expect(paths).to.deep.equal(['/devices']);
      expect(location.pathname).to.equal('/devices');
    });

    it('Back first closes a dialog over the page, and then leaves the page', async () => {
      link('/outbox').click();
      await until(() => paths.length === 2);
      const closed: string[] = [];
      addLayer(() => closed.push('lower'));
      addLayer(() => closed.push('upper'));
      const takeAway = addLayer(() => closed.push('gone by itself'));
      takeAway();
      history.back();
      await until(() => closed.length === 1);
      expect(closed).to.deep.equal(['upper']);
      history.back();
      await until(() => closed.length === 2);
      // A browser with the Navigation API leaves the page where nobody has touched it.
      if (!withNavigation) expect(location.pathname).to.equal('/outbox');
      history.back();
      await until(() => location.pathname === '/devices' || withNavigation);
      expect(closed).to.deep.equal(['upper', 'lower']);
    });

    it('the router stays on the page until the person agrees to leave', async () => {
      let answer: (leave: boolean) => void = () => {};
      leave = new Promise((resolve) => (answer = resolve));
      link('/outbox').click();
      await nextTurn();
      expect(location.pathname).to.equal('/devices');
      answer(false);
      await nextTurn();
      expect(paths).to.deep.equal(['/devices']);
      leave = new Promise((resolve) => (answer = resolve));
      link('/outbox').click();
      await nextTurn();
      answer(true);
      await until(() => paths.length === 2);
      expect(location.pathname).to.equal('/outbox');
    });

    if (withNavigation) {
      it('the router goes to the requested page, and replaces the history entry on request', async () => {
        const before = history.length;
        navigate('/more', { replace: true });
        await until(() => paths.at(-1) === '/more');
        expect(history.length).to.equal(before);
      });
    }
  });
}
