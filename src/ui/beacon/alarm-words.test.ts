/** The words of a notification about new alarms. */
import { expect, it } from 'vitest';
import type { Alarm, AlarmRule } from '../../domain/telemetry/alarms.ts';
import { noticeWords } from './alarm-words.ts';

const silent: AlarmRule = { id: 's', kind: 'silent', afterHours: 2, tag: null };
const battery: AlarmRule = { id: 'b', kind: 'battery', belowPercent: 20, tag: null };
const alarm = (rule: AlarmRule, trackingId: string, isUnchecked: boolean): Alarm => ({
  rule,
  trackingId,
  value: 1,
  atMs: 1,
  isUnchecked,
});

it('the words of an alarm count the beacons of each rule, and mark a silence that was measured with an unchecked clock', () => {
  const words = noticeWords([alarm(silent, 'a', false), alarm(silent, 'b', true), alarm(battery, 'a', true)]);
  expect(words.body).toBe('Silent for 2 h or more: 2 (clock unchecked)\nBattery below 20%: 1');
  expect(noticeWords([alarm(silent, 'a', false)]).body).toBe('Silent for 2 h or more: 1');
});
