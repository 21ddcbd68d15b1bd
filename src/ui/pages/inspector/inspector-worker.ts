/** A dedicated worker that reads and checks records chunk by chunk and keeps the valid ones for drawing. */
import { containerOf, isGzip, type PackedBody } from '../../../domain/streams/envelope.ts';
import { createInspection, type Inspection, type InspectAs } from '../../../domain/streams/inspection.ts';
import type {
  Drawing,
  DrawRequest,
  InspectionEnd,
  InspectionNews,
  InspectionOutcome,
  ToWorker,
} from './inspector-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

const EVERY_MS = 100;
/** Number of beacons that are offered to be drawn. */
const OFFERED = 60;
/** Maximum number of points of a trail; more cannot be distinguished on a screen. */
const MAX_STEPS = 4000;

let inspection: Inspection = createInspection('auto');
let stopped = false;

self.addEventListener('message', ({ data, ports }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'start':
      void inspect(data.source, data.as);
      break;
    case 'stop':
      stopped = true;
      break;
    case 'draw': {
      const drawing = drawn(data);
      const columns = [...drawing.lines, ...drawing.trails].flatMap((one) =>
        Object.values(one).filter(ArrayBuffer.isView),
      );
      ports[0]!.postMessage(
        drawing,
        columns.map(({ buffer }) => buffer),
      );
      break;
    }
  }
});

function drawn({ type, field, trackingIds }: DrawRequest): Drawing {
  const { line, trail } = inspection.columns;
  return {
    type,
    field,
    trackingIds,
    lines: type === 'telemetry' ? trackingIds.map((id) => line(id, field)) : [],
    trails: type === 'position' ? trackingIds.map((id) => shortened(trail(id))) : [],
  };
}

async function inspect(source: Blob, as: InspectAs): Promise<void> {
  inspection = createInspection(as);
  let bytes = 0;
  let sentFaults = 0;
  let sentAt = performance.now();
  let how: InspectionOutcome = 'whole';
  const post = (end: InspectionEnd | null): void => {
    const faults = inspection.faultsFrom(sentFaults);
    sentFaults += faults.length;
    self.postMessage({ bytes, summary: inspection.summary(), faults, end } satisfies InspectionNews);
  };
  /** Unpacks the gzip bodies of the envelopes so far, including nested ones. */
  const unpackAll = async (): Promise<void> => {
    for (let bodies = inspection.takePacked(); bodies.length > 0; bodies = inspection.takePacked())
      for (const one of bodies) inspection.unpacked(one, await unpackedText(one.body));
  };
  try {
    const container = containerOf(new Uint8Array(await source.slice(0, 4).arrayBuffer()));
    const text = container === null ? source : new Blob();
    if (container !== null) how = container;
    const reader = (await textOf(text, (read) => (bytes += read))).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (stopped) {
        how = 'stopped';
        // The person has stopped; a failure to close the source does not matter.
        await reader.cancel().catch(() => undefined);
        break;
      }
      inspection.push(value);
      await unpackAll();
      if (performance.now() - sentAt < EVERY_MS) continue;
      post(null);
      // Available chunks arrive without a turn of the event loop, so a stop message would not be received.
      await new Promise((resolve) => setTimeout(resolve));
      sentAt = performance.now();
    }
    // Text cut off by stopping is not a faulty record.
    if (how === 'whole') inspection.end();
    await unpackAll();
  } catch {
    // The file was changed or removed, or only looks like gzip.
    how = 'unreadable';
  }
  const { columns } = inspection;
  const all = { telemetry: columns.beacons('telemetry'), position: columns.beacons('position') };
  post({
    how,
    beacons: { telemetry: all.telemetry.slice(0, OFFERED), position: all.position.slice(0, OFFERED) },
    beaconCounts: { telemetry: all.telemetry.length, position: all.position.length },
    fields: columns.fields(),
  });
}

/** The text of a file: unpacks gzip, and detects UTF-16; otherwise UTF-8. */
async function textOf(source: Blob, onRead: (bytes: number) => void): Promise<ReadableStream<string>> {
  const head = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  const counted = source.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        onRead(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
  );
  const plain = isGzip(head) ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
  return plain.pipeThrough(new TextDecoderStream(encoding));
}

/** Longest unpacked body in characters, as long as a record may be. */
const MAX_UNPACKED = 16_777_216;

/** Null when it is not a complete gzip of UTF-8, or longer than any record. */
async function unpackedText({ bytes }: PackedBody): Promise<string | null> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (text.length > MAX_UNPACKED) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}

function shortened<Trail extends ReturnType<Inspection['columns']['trail']>>(trail: Trail): Trail {
  const { length } = trail.x;
  if (length <= MAX_STEPS) return trail;
  const step = length / MAX_STEPS;
  const keep = (_: unknown, at: number): number => Math.min(length - 1, Math.floor(at * step));
  const places = Array.from({ length: MAX_STEPS }, keep);
  return {
    ...trail,
    x: Float64Array.from(places, (at) => trail.x[at]!),
    y: Float64Array.from(places, (at) => trail.y[at]!),
    lost: Uint8Array.from(places, (at) => trail.lost[at]!),
  };
}
