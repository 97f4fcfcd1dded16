import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv';
import { documentJson } from '../../../src/contract/document/document.ts';
import type { WebhookEvent, WebhookPayloads } from '../../../src/features/outbox/outbox.ts';
import { validatorOf } from '../callers/contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at will
const { components }: { components: any } = JSON.parse(documentJson);
let isMessage: ValidateFunction | undefined;

/** Every event of the contract. */
export const EVENTS: WebhookEvent[] = components.schemas.WebhookEvent.enum;

/** What the contract shows as told of an event. */
export function examplePayload<E extends WebhookEvent>(event: E): WebhookPayloads[E] {
  const schemas: { properties?: { type: { enum: string[] } }; example: { data: WebhookPayloads[E] } }[] =
    Object.entries(components.schemas)
      .filter(([name]) => name.endsWith('Message'))
      .map(([, schema]) => schema as never);
  const found = schemas.find(({ properties }) => properties?.type.enum[0] === event);
  assert.ok(found, `the contract has no message of ${event}`);
  return found.example.data;
}

/** Fails when a body is no message of the contract. @returns it */
export function checkMessage(body: string): { type: WebhookEvent; timestamp: string; data: unknown } {
  isMessage ??= validatorOf({ $ref: '#/components/schemas/WebhookMessage' });
  const message = JSON.parse(body);
  const isValid: boolean = isMessage(message);
  assert.ok(isValid, `${JSON.stringify(isMessage.errors)}: ${body.slice(0, 500)}`);
  return message;
}
