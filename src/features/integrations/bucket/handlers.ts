import type { Handlers } from '../../../server/dispatch/handler.ts';
import { actById, getById } from '../../../server/dispatch/resource.ts';
import { bucketState, writeBucketNow } from './state.ts';

export const buckets = {
  getBucketState: getById(bucketState),
  writeBucket: actById(writeBucketNow),
} satisfies Partial<Handlers>;
