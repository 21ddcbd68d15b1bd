/** The messages between the page and the service worker. Each side parses what it receives with these schemas. */
import * as z from 'zod/mini';

const pageMessage = z.discriminatedUnion('type', [
  /** The person has accepted the update and no run is open: let the waiting worker take over. */
  z.object({ type: z.literal('apply-update') }),
  /** This page is in nobody's care: take it, like any other. */
  z.object({ type: z.literal('take-page') }),
  /** Practice was chosen: keep these sandbox files for offline use. Paths, same origin. */
  z.object({ type: z.literal('keep-practice'), paths: z.array(z.string()) }),
  /** Which files does this version start from? Answered through the port that comes along. */
  z.object({ type: z.literal('list-files') }),
]);

export type PageMessage = z.infer<typeof pageMessage>;

const fileList = z.array(z.string());

/** A message of the key channel on its way between windows through the worker. What is inside is parsed by the key channel (storage/accounts/key-channel.ts). */
export const keyEnvelope = z.object({ type: z.literal('key'), content: z.unknown() });
export type KeyEnvelope = z.infer<typeof keyEnvelope>;

/** The worker's answer to `list-files`: addresses in the cache. Null for anything else. */
export function readFileList(data: unknown): readonly string[] | null {
  const parsed = fileList.safeParse(data);
  return parsed.success ? parsed.data : null;
}

/** Null for anything that is not one of ours. */
export function readPageMessage(data: unknown): PageMessage | null {
  const parsed = pageMessage.safeParse(data);
  return parsed.success ? parsed.data : null;
}

/** The worker asks a window to check the alarms, because the worker itself has no key. */
export const alarmCheckMessage = z.object({ type: z.literal('check-alarms') });
export type AlarmCheckMessage = z.infer<typeof alarmCheckMessage>;

/** A failure in the worker: the name and the code of its error, never the message, which may name a customer's data. */
export const troubleMessage = z.object({
  type: z.literal('worker-trouble'),
  name: z.string().check(z.maxLength(40)),
  code: z.catch(z.nullable(z.string().check(z.maxLength(40))), null),
});
export type TroubleMessage = z.infer<typeof troubleMessage>;
