/** When the first page shows what is stored, and what nobody waits for may come. */
import type { Services } from './services.ts';
import { whenIdle } from '../shared/when-idle.ts';

/** What is stored and does not come, is waited for no longer than this. */
const LATEST_MS = 3000;

/** To be asked when the page is in the document. The account's list is read first, and drawn. */
export async function whenPageStands({
  session,
  devices,
  room,
}: Pick<Services, 'session' | 'devices' | 'room'>): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const { head, loadedFromCache } = devices.list.value;
      const isRead = head !== undefined || loadedFromCache;
      if (isRead || session.state.value.account === null || room.value === 'failed') end();
    };
    const timer = setTimeout(end, LATEST_MS);
    const stops = [devices.list, session.state, room].map((live) => live.subscribe(look));
    look();

    function end(): void {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    }
  });
  await whenIdle();
}
