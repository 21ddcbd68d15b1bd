import { describe, expect, it } from 'vitest';
import { needsNewerFirmware } from './firmware-needed.ts';

describe('the need of a plan for a newer firmware', () => {
  it.each([
    ['2.5.87', 'bleScan.size', null, true],
    ['2.5.88', 'bleScan.size', null, false],
    ['2.6', 'bleScan.size', null, false],
    ['2.5', 'bleScan.size', null, true],
    ['1.9', 'systemTime', null, true],
    ['1.20.1', 'systemTime', null, false],
    ['2.16.0', 'dispenser.volume', null, true],
    ['4.1', 'powerSaving.powerSaverAdvertiseInterval', 'CT16-2', true],
    ['4.1', 'powerSaving.powerSaverAdvertiseInterval', 'BT18-3', false],
    ['0.1', 'interval', null, false],
    ['beta', 'systemTime', null, false],
    ['1.20', 'systemTime', null, false],
    ['2', 'systemTime', null, false],
    ['1', 'systemTime', null, true],
    ['1.20-rc1', 'systemTime', null, false],
    ['2.16.1', 'dispenser.volume', null, false],
    ['1.0', 'dispenser', null, false],
    ['4.2', 'powerSaving.powerSaverAdvertiseInterval', 'CT16-2', false],
    ['3.9.9', 'powerSaving.powerSaverAdvertiseInterval', 'CT16-2', true],
    ['4.1', 'powerSaving.powerSaverAdvertiseInterval', null, false],
    ['', 'systemTime', null, false],
    [null, 'systemTime', null, false],
  ] as const)('exists with firmware %s, attribute %s and model %s: %s', (firmware, name, model, expected) => {
    expect(needsNewerFirmware({ firmware, model }, { [name]: 1 })).toBe(expected);
  });
});
