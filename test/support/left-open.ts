/** What code leaves behind in a page: listeners of the page and open message channels. */

/** Targets that live as long as the page does. */
const lasting = (target: unknown): boolean =>
  target === undefined || target === window || target === document || target === navigator.serviceWorker;

/** Watches this page until `stop`; `left` names each listener and channel that was opened since and is still open. */
export function watchWhatIsOpened(): { left(): string[]; stop(): void } {
  const open = new Map<unknown, Map<string, string>>();
  const keyOf = (type: string, options?: boolean | AddEventListenerOptions): string =>
    `${type} ${String(typeof options === 'object' ? options?.capture === true : options === true)}`;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (lasting(this) && listener !== null && !(typeof options === 'object' && options.once === true))
      open.set(listener, (open.get(listener) ?? new Map()).set(keyOf(type, options), type));
    addEventListener.call(this ?? window, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (lasting(this)) open.get(listener)?.delete(keyOf(type, options));
    removeEventListener.call(this ?? window, type, listener, options);
  };
  const RealChannel = BroadcastChannel;
  globalThis.BroadcastChannel = class extends RealChannel {
    constructor(name: string) {
      super(name);
      open.set(this, new Map([['channel', `channel ${name}`]]));
    }
    override close(): void {
      open.delete(this);
      super.close();
    }
  };
  return {
    left: () => Array.from(open.values()).flatMap((ofOne) => Array.from(ofOne.values())),
    stop() {
      Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
      globalThis.BroadcastChannel = RealChannel;
    },
  };
}
