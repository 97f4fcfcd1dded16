import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById } from '../../server/dispatch/resource.ts';
import { stanceState } from './state.ts';

export const stance = {
  getStanceState: getById(stanceState),
} satisfies Partial<Handlers>;
