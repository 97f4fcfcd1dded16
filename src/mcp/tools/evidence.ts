import type { Schema } from '../../contract/document/schemas.ts';
import { list, object, text, whole } from '../tool.ts';

export const evidenceSchema: Schema = object(
  {
    runs: whole('Runs of the range like this'),
    names_brand: { type: 'boolean', description: 'Whether these runs name the brand' },
    named_instead: list(
      object({ name: text('A competitor'), runs: whole('Of these runs, those that name it') }),
      'Who these answers name, most first',
    ),
    run_ids: list(text('For get_answer'), 'The latest of these runs'),
  },
  { nullable: true, description: 'By prompt: the runs behind the change' },
);
