/**
 * POST /order/assign: adds all devices of an order to the account of the key, once (interface.md 3, 4.4). GET /order:
 * the devices that no account has (field-facts.md 6).
 */
import { NEW_ORDERS, fleetOf, warehouseOf } from '../../fleet.ts';
import { Refusal, answer, idsIn, invalid, type Call, type Route } from '../route.ts';
import { writeAnswer } from '../shapes.ts';

export const orderRoutes: readonly Route[] = [
  { method: 'GET', api: 'legacy', path: '/order', option: 'orderLook', handle: unclaimed },
  { method: 'POST', api: 'legacy', path: '/order/assign', handle: assign },
];

/** Returns the uniqueIds of the orders' devices that no account has. A used or unknown order has none. */
function unclaimed(call: Call): Response {
  const ids = idsIn(call.query, 'orderId').filter((id) => !isUsed(call, id));
  const found = warehouseOf(call.seed).filter(({ orderId }) => ids.includes(orderId));
  return answer(found.map(({ uniqueId }) => uniqueId));
}

/** Accepts a list completely or not at all: an unknown ID gives 404, a used ID 409 or 422, and nothing is assigned. */
function assign(call: Call): Response {
  const ids = idsIn(call.form, 'orderId');
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid('orderId', `names ${twice} twice`);
  const used = ids.filter((id) => isUsed(call, id));
  const unknown = ids.filter((id) => !used.includes(id) && !NEW_ORDERS.some(([orderId]) => orderId === id));
  if (unknown.length > 0) throw refusal(404, 'NOT_FOUND', 'UNKNOWN', `Unknown order ${unknown.join(', ')}`, unknown);
  if (used.length > 0) {
    throw refusal(
      call.namespace.options.usedOrderStatus,
      'CONFLICT',
      'USED',
      `Order already assigned: ${used.join(', ')}`,
      used,
    );
  }
  const ready = call.nowSeconds + call.namespace.options.orderImportSeconds;
  for (const id of ids) call.namespace.orders[id] = { account: call.account, assigned: call.nowSeconds, ready };
  const { assignAnswer } = call.namespace.options;
  if (assignAnswer !== 'addedDevices') return writeAnswer(assignAnswer, 'Orders assigned');
  return answer({ addedDevices: warehouseOf(call.seed).filter(({ orderId }) => ids.includes(orderId)).length });
}

/**
 * True if the order was assigned before. Order IDs are case-sensitive, and those of the fleet's devices count as used.
 */
function isUsed(call: Call, orderId: string): boolean {
  return (
    call.namespace.orders[orderId] !== undefined || fleetOf(call.seed).some((device) => device.orderId === orderId)
  );
}

function refusal(status: number, reason: string, error: string, message: string, ids: readonly string[]): Refusal {
  return new Refusal(
    status,
    reason,
    message,
    ids.map((id) => ({ field: 'orderId', error, message: `${error.toLowerCase()}: ${id}` })),
  );
}
