/**
 * POST /order/assign: all devices of the orders join the account of the key, once (interface.md 3, 4.4). GET /order: the
 * devices of an order that nobody has claimed (field-facts.md 6).
 */
import { listOf, statusOf } from './envelope.ts';
import { isRecord } from '../domain/record.ts';
import { createHttp, type BackendParts } from './http.ts';
import { encodeFields, wireId } from './wire.ts';
import type { OwnershipBackend } from '../use-cases/ownership/ownership.ts';

type OrderCalls = Pick<OwnershipBackend, 'assignOrders' | 'unclaimedOf'>;

export function createOrderCalls(parts: BackendParts): OrderCalls {
  const http = createHttp(parts);
  return {
    assignOrders: async (orderId) => statusOf(await http.post('/order/assign', encodeFields({ orderId }))),
    async unclaimedOf(orderId) {
      const list = listOf(await http.get('/order', encodeFields({ orderId })), 'devices');
      if (!list.ok) return list;
      const ids = list.value.flatMap((element) => {
        const read = wireId.safeParse(isRecord(element) ? element['uniqueId'] : element);
        return read.success ? [read.data] : [];
      });
      return { ok: true, value: [...new Set(ids)] };
    },
  };
}
