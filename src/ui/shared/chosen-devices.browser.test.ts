import { expect } from '@open-wc/testing';
import { selectionKey } from '../../names.ts';
import { accountChanged } from './account-state.ts';
import { selection } from './chosen-devices.ts';

const stored = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('fieldkit-selection'));

describe('the selected devices', () => {
  beforeEach(() => accountChanged(null));
  after(() => accountChanged(null));

  it('are those that were selected in the open account, and in no other', () => {
    accountChanged('acc-a');
    selection.value = ['m3Rw', '9cVx'];
    accountChanged('acc-b');
    expect(selection.value).to.deep.equal([]);
    expect(stored()).to.deep.equal([]);
    selection.value = ['tB4x'];
    accountChanged('acc-a');
    expect(selection.value).to.deep.equal([]);
  });

  it('are removed from the window and its storage when the account is left', () => {
    accountChanged('acc-a');
    selection.value = ['m3Rw'];
    expect(stored()).to.deep.equal([selectionKey('acc-a')]);
    accountChanged(null);
    expect(selection.value).to.deep.equal([]);
    expect(stored()).to.deep.equal([]);
  });

  it('are restored after a reload of the same account', () => {
    sessionStorage.setItem(selectionKey('acc-a'), '["m3Rw",7]');
    accountChanged('acc-a');
    expect(selection.value).to.deep.equal(['m3Rw']);
  });

  it('are removed from storage if an earlier version has stored them without an account', () => {
    sessionStorage.setItem('fieldkit-selection', '["m3Rw"]');
    accountChanged('acc-a');
    expect(selection.value).to.deep.equal([]);
    expect(stored()).to.deep.equal([]);
  });
});
