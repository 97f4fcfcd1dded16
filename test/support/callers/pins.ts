import assert from 'node:assert/strict';
import type { Pin } from '../../../src/features/pins/pins.ts';
import { until } from '../server/app.ts';
import type { Caller } from './caller.ts';

/** Asks for a pin and waits until it is READY. */
export async function madePin(
  call: Caller,
  body: { name: string; snapshot?: string; keepDays?: number },
): Promise<Pin> {
  const { status, json, text } = await call('createPin', { body });
  assert.equal(status, 201, text);
  const pin = await finishedPin(call, json.id);
  assert.equal(pin.state, 'READY', JSON.stringify(pin));
  return pin;
}

/** Waits until a pin is READY or FAILED. */
export async function finishedPin(call: Caller, id: string): Promise<Pin> {
  let pin: Pin | undefined;
  await until(async () => {
    pin = (await call('getPin', { ids: [id] })).json;
    return pin.state === 'READY' || pin.state === 'FAILED';
  });
  return pin!;
}
