/** The messages between the page and the service worker. Each side parses what it receives with these schemas. */
import * as z from 'zod/mini';

export const pageMessage = z.discriminatedUnion('type', [
  /** The person has accepted the update and no run is open: the waiting worker may take over. */
  z.object({ type: z.literal('apply-update') }),
  /** No worker controls this page: the active worker is asked to. */
  z.object({ type: z.literal('take-page') }),
  /** Practice was chosen: these sandbox files are to be cached. Paths on the same origin. */
  z.object({ type: z.literal('keep-practice'), paths: z.array(z.string()) }),
  /** Asks for the files of this version. The answer comes through the message's port. */
  z.object({ type: z.literal('list-files') }),
]);

export type PageMessage = z.infer<typeof pageMessage>;

/** The worker's answer to `list-files`: addresses in the cache. */
export const fileList = z.array(z.string());

/** A message of the key channel, sent between windows through the worker. The channel parses `content` (storage/accounts/key-channel.ts). */
export const keyEnvelope = z.object({ type: z.literal('key'), content: z.unknown() });
export type KeyEnvelope = z.infer<typeof keyEnvelope>;

/** Why a file that was shared with the app was not kept. */
export const refusalReason = z.enum(['tooLarge', 'tooMany', 'noSpace', 'unreadable']);
export type RefusalReason = z.infer<typeof refusalReason>;

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

/**
 * Why a version of the app could not be installed, and with which file: `missing` on the website · `changed` on its way · a `webPage` in
 * its place · `diskFull` · the `network`, or the website, gave no answer.
 */
export const installFaultMessage = z.object({
  type: z.literal('install-fault'),
  reason: z.enum(['missing', 'changed', 'webPage', 'diskFull', 'network']),
  /** Path of the file. */
  file: z.string().check(z.maxLength(200)),
});
export type InstallFaultMessage = z.infer<typeof installFaultMessage>;
export type InstallFault = Omit<InstallFaultMessage, 'type'>;
