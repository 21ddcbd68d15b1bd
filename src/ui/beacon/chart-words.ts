/** Describes a chart in sentences, for screen readers. */
import { telemetryField } from '../../domain/telemetry/fields.ts';
import { summarizeSeries, type SeriesData } from '../../domain/telemetry/series.ts';
import { moment, type Zone } from '../language/times.ts';
import { telemetryStrings } from '../strings/telemetry.ts';
import { shownValue } from '../words/chart.ts';
import { reading } from '../language/readings.ts';
import { fieldLabel, lasting } from '../words/telemetry.ts';

const text = telemetryStrings.charts.summary;

export function chartSentences(series: SeriesData, label: string, zone: Zone): string {
  const { kind, unit } = telemetryField(series.field) ?? { kind: 'gauge', unit: null };
  const summary = summarizeSeries(series);
  const { count, min, max, mean, total, gaps } = summary;
  if (min === null || max === null || mean === null) return '';
  const value = (number: number): string => shownValue(Number(number.toPrecision(6)), unit ?? '');
  const sentences: string[] = [];
  if (kind === 'counter')
    sentences.push((gaps > 0 ? text.counterAtLeast : text.counter)(label, reading(total ?? 0), count));
  else if (kind === 'flag') sentences.push(text.flag(label, `${Math.round(mean * 100)}%`, count));
  else if (min.value === max.value) sentences.push(text.flat(label, value(min.value), count));
  else
    sentences.push(
      text.gauge(label, value(min.value), value(max.value), value(Number(mean.toPrecision(4))), count),
      text.extremes(moment(min.timeMs, zone), moment(max.timeMs, zone)),
    );
  if (gaps > 0) sentences.push(text.gaps(gaps, lasting(summary.longestGapMs)));
  return sentences.join(' ');
}

export function chartHeading(field: string): string {
  const label = fieldLabel(field);
  return telemetryField(field)?.kind === 'counter' ? telemetryStrings.increments(label) : label;
}
